import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

export async function readOrCreatePassword(file: string) {
  const password = randomBytes(24).toString('base64url')
  try {
    await writeFile(file, password, { mode: 0o600, flag: 'wx' })
    return { password, isNew: true }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return { password: (await readFile(file, 'utf8')).trim(), isNew: false }
  }
}
