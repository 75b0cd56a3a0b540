import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Asks a process to finish; kills it when it takes too long or when there is a hurry. */
export async function endProcess(child: ChildProcess, hurry: AbortSignal, limitMs: number) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  const timer = setTimeout(kill, limitMs)
  hurry.addEventListener('abort', kill)
  if (hurry.aborted) kill()
  else child.kill('SIGTERM')
  await ended
  clearTimeout(timer)
  hurry.removeEventListener('abort', kill)
}
