// @ts-check
import { spawn } from 'node:child_process'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const isTerminal = Boolean(process.stdout.isTTY)

/** @param {number} since what performance.now() said at the start */
export function elapsed(since) {
  return duration((performance.now() - since) / 1000)
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/**
 * Prints what is being done and how long it took, with a running clock on a terminal.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const start = performance.now()
  const clock = isTerminal ? runClock(title, start) : console.log(`${title} …`)
  try {
    const result = await work()
    finish(`✓ ${title} (${elapsed(start)})`)
    return result
  } catch (error) {
    finish(`✗ ${title} failed after ${elapsed(start)}`)
    throw error
  } finally {
    clearInterval(clock ?? undefined)
  }
}

/** @param {string} title @param {number} start */
function runClock(title, start) {
  let frame = 0
  return setInterval(() => {
    frame = (frame + 1) % FRAMES.length
    process.stdout.write(`\r\x1b[K${FRAMES[frame]} ${title} … ${elapsed(start)}`)
  }, 100)
}

/** @param {string} line */
function finish(line) {
  console.log(isTerminal ? `\r\x1b[K${line}` : line)
}

/**
 * Runs a command without showing its output, unless it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<void>}
 */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    /** @type {Buffer[]} */
    const output = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) return resolve()
      const text = Buffer.concat(output).toString()
      reject(new Failure(describeEnd([command, ...args].join(' '), code, signal, text), text))
    })
  })
}

/** What a shell reports for a command that the system killed. */
const KILLED = 137
const OUT_OF_MEMORY = /JavaScript heap out of memory|Cannot allocate memory|ENOMEM/

/**
 * @param {string} command
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 * @param {string} output
 */
export function describeEnd(command, code, signal, output) {
  if (signal === 'SIGKILL' || code === KILLED || OUT_OF_MEMORY.test(output))
    return 'The memory of this machine was used up, so the system ended this step. It needs about 1.5 GB of free memory: close other programs, or add swap, and try again.'
  return `${command} ${signal ? `was ended by ${signal}` : `ended with code ${code}`}`
}

/** A failure for which the output of a command matters, not our stack trace. */
export class Failure extends Error {
  /** @param {string} message @param {string} [output] */
  constructor(message, output = '') {
    super(message)
    this.output = output
  }
}

/** @param {unknown} error */
export function explain(error) {
  if (!(error instanceof Failure)) return console.error(error)
  if (error.output) console.error(`\n${error.output.trimEnd()}\n`)
  console.error(error.message)
}

/** @param {unknown} error */
export function explainAndExit(error) {
  explain(error)
  process.exit(1)
}
