import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The tests of one file, with one mutant of the code or none. */
export type Copy = { name: string; test: string; mutant?: string | undefined }

/** Copies are run in the order of their names. */
export const nameCopies = (copies: Omit<Copy, 'name'>[]): Copy[] =>
  copies.map((copy, n) => ({
    ...copy,
    name: `${String(n).padStart(4, '0')}-${copy.mutant ?? 'unchanged'}.test.ts`,
  }))

export const mutantOf = (file: string) => /-(\d+)\.test\.ts$/.exec(file)?.[1]

/** A module is evaluated once in a worker; the query makes it another one, while what it imports stays the same. */
export function writeCopies(folder: string, copies: Copy[]) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { name, test } of copies) {
    const from = path.relative(folder, test).split(path.sep).join('/')
    writeFileSync(path.join(folder, name), `import '${from}?copy=${name}'\n`)
  }
}
