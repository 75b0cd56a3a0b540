import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { onFileEnd } from '../cleanup.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const RESTART_MS = 300

/** A program that is started again when it ends, as a service would be. */
export function runService(args: string[], env: Record<string, string>) {
  let isOver = false
  let child = start()
  function start(): ChildProcess {
    const started = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    started.once('exit', () => {
      setTimeout(() => {
        if (!isOver) child = start()
      }, RESTART_MS)
    })
    return started
  }
  onFileEnd(async () => {
    isOver = true
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  })
  return { pid: () => child.pid ?? 0 }
}

/** Nothing for a process that has ended meanwhile. */
export function signal(pid: number, name: NodeJS.Signals) {
  try {
    if (pid > 0) process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** A process and all that it started, from /proc. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = Number(/^PPid:\s+(\d+)/m.exec(readProc(Number(name), 'status'))?.[1])
    parents.set(Number(name), parent)
  }
  const family = [pid]
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child)
  }
  return family
}

/** The ids of processes whose command line has this text and whose environment names the folder. */
export function processesWith(text: string, folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readProc(pid, 'cmdline').includes(text))
    .filter((pid) => readProc(pid, 'environ').includes(`DATA_DIR=${folder}\0`))
}

function readProc(pid: number, file: string) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** A disk of its own for the folder, in memory; false where this user may not mount one. */
export function mountDisk(folder: string, megabytes: number): boolean {
  try {
    const options = `size=${megabytes}m,mode=755`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return false
  }
  onFileEnd(() => execFileSync('umount', ['-l', folder]))
  return true
}
