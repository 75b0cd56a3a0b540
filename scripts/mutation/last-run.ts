import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Mutant } from './instrument.ts'

/** The test that detected a mutant; its name is null when the whole file failed. */
export type Detected = { test: string; name: string | null; isEndless: boolean }

type LastRun = { source: string; detected: Record<string, Detected> }

const placeOf = (file: string) => `node_modules/.cache/mutation/${file.replaceAll('/', '-')}.json`

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** For `--again`: what the last run on this machine detected, by tests that are still there. */
export function readDetected(file: string, mutants: Mutant[]): Map<string, Detected> {
  if (!existsSync(placeOf(file))) return new Map()
  const last: LastRun = JSON.parse(readFileSync(placeOf(file), 'utf8'))
  if (last.source !== hashOf(file)) return new Map()
  return new Map(
    mutants.flatMap(({ id, key }) => {
      const known = last.detected[key]
      return known && isStillThere(known) ? [[id, known]] : []
    }),
  )
}

const isStillThere = ({ test, name }: Detected) =>
  existsSync(test) && (name === null || readFileSync(test, 'utf8').includes(name))

/** After each test file, so that a run that is ended has not been in vain. */
export function writeDetected(file: string, mutants: Mutant[], detected: Map<string, Detected>) {
  const last: LastRun = {
    source: hashOf(file),
    detected: Object.fromEntries(
      mutants.flatMap(({ id, key }) => {
        const how = detected.get(id)
        return how ? [[key, how]] : []
      }),
    ),
  }
  mkdirSync(path.dirname(placeOf(file)), { recursive: true })
  writeFileSync(placeOf(file), JSON.stringify(last))
}
