import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { Backup, BackupKind } from '#contract/backups.ts'

/** What the program says at its end. */
export type BackupAnswer = { backup: Backup } | { failure: string; is_running: boolean }

/** Runs `backup.js --kind=daily` at low priority; it ends with its parent. */
export function runBackupProgram(
  program: string,
  kind: BackupKind,
  env: NodeJS.ProcessEnv = process.env,
): Promise<BackupAnswer> {
  const child = fork(program, [`--kind=${kind}`], { env })
  // Only the nightly one: somebody waits for the others.
  if (kind === 'daily') lowerPriority(child)
  return new Promise((resolve) => {
    child.once('message', (answer) => resolve(answer as BackupAnswer))
    child.once('error', ({ message }) => resolve({ failure: message, is_running: false }))
    child.once('exit', (code, signal) =>
      resolve({ failure: `The backup ended (${signal ?? `code ${code}`}).`, is_running: false }),
    )
  })
}

function lowerPriority({ pid }: ChildProcess) {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // Without the right to do so it works at normal priority.
  }
}

/** Runs `backup.js --copy`, which ends with its parent. Resolves with why it failed; the outcome is also stored. */
export function runCopyProgram(program: string): Promise<string | null> {
  const child = fork(program, ['--copy'])
  lowerPriority(child)
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message))
    child.once('exit', (code, signal) =>
      resolve(code === 0 ? null : `The copy ended (${signal ?? `code ${code}`}).`),
    )
  })
}
