import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** Reads the picture in the file `from` and writes it, encoded anew, into the file `to`. */
export type EncodingTask = { from: string; to: string } & (
  | { purpose: 'upload'; type: string; mostPixels: number; longestSide: number }
  | { purpose: 'rendition'; format: 'avif' | 'webp' | 'jpeg'; width: number }
)
export type EncodingResult =
  | { width: number; height: number }
  | { refused: 'too many pixels' | 'side too long' | 'unreadable' }
export type EncodePicture = (task: EncodingTask) => Promise<EncodingResult>

export type EncodingRequest = { id: number; task: EncodingTask }
export type EncodingAnswer = { id: number; result?: EncodingResult; error?: string }

const IDLE_MS = 30_000
/** Pixels lie outside the heap. */
const HEAP_LIMIT = '--max-old-space-size=64'
/** A picture of 24 megapixels needs up to 1,170 MB (AVIF); one that was made to need more must not take the machine's. */
const MEMORY_MB = 1536
/** Private memory, of which Linux counts what may be written, not what V8 reserves. */
const WITH_LIMIT = 'ulimit -d "$0" && exec "$@"'

/** At its lower priority, on a busy machine; one that takes longer hangs. */
export const LONGEST_ENCODING_MS = 60_000

/** The encoder ended or hung: the picture itself may be fine. */
export class EncoderError extends Error {}

type Waiting = { resolve: (result: EncodingResult) => void; reject: (error: Error) => void }

/**
 * Encodes in a child process of lower priority, so that requests come first. Not of the lowest: on a busy machine an
 * upload would never end. A picture that crashes the decoder ends no web process. The child starts with the first
 * picture and ends when idle.
 */
export function createEncoderProcess(
  program: string,
  { longestMs = LONGEST_ENCODING_MS, memoryMb = MEMORY_MB } = {},
): { encode: EncodePicture; close: () => void } {
  const waiting = new Map<number, Waiting>()
  let child: ChildProcess | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let lastId = 0

  function start() {
    const command = [process.execPath, HEAP_LIMIT, program]
    const limitKb = memoryMb * 1024 + reservedForCodeKb()
    const started = spawn('sh', ['-c', WITH_LIMIT, String(limitKb), ...command], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    lowerPriority(started)
    started.on('message', ({ id, result, error }: EncodingAnswer) => {
      const task = waiting.get(id)
      waiting.delete(id)
      if (result) task?.resolve(result)
      else task?.reject(new EncoderError(error))
      if (waiting.size === 0) idleTimer = setTimeout(() => stop(started), IDLE_MS).unref()
    })
    started.on('error', () => stop(started))
    started.once('exit', (code, signal) => {
      if (child !== started) return
      child = undefined
      for (const { reject } of waiting.values())
        reject(new EncoderError(`The picture encoder ended (${signal ?? code})`))
      waiting.clear()
    })
    return started
  }

  function stop(started: ChildProcess) {
    if (child === started) child = undefined
    if (started.connected) started.disconnect()
  }

  return {
    encode(task) {
      clearTimeout(idleTimer)
      child ??= start()
      const encoder = child
      const limit = setTimeout(() => encoder.kill('SIGKILL'), longestMs)
      return new Promise<EncodingResult>((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        const request: EncodingRequest = { id, task }
        encoder.send(request, (error) => error && reject(new EncoderError(error.message)))
      }).finally(() => clearTimeout(limit))
    },
    close() {
      clearTimeout(idleTimer)
      child?.kill()
    },
  }
}

/**
 * What this version of Node reserves for compiled code, in the child as here: Node 24 reserves 512 MB, which Linux counts
 * as used.
 */
function reservedForCodeKb() {
  if (!existsSync('/proc/self/maps')) return 0
  const regions = readFileSync('/proc/self/maps', 'utf8').matchAll(/^(\w+)-(\w+) rwxp/gm)
  const bytes = ([, from = '', to = '']: string[]) =>
    Number.parseInt(to, 16) - Number.parseInt(from, 16)
  return Math.ceil([...regions].reduce((sum, region) => sum + bytes(region), 0) / 1024)
}

/** Set before the child has threads, which inherit it. Without the right to do so it works at normal priority. */
function lowerPriority({ pid }: ChildProcess) {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
}
