import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

type Process = { pid: number; parent: number; command: string; memory: () => number }

/**
 * What a process and all that it started occupy, in MB. On Linux memory that several share (the buffers of
 * PostgreSQL, the program itself) counts once; elsewhere once for each.
 */
export const memoryOfTree = (root: number) =>
  treeOf(root).reduce((sum, { memory }) => sum + memory(), 0) / 1024

/** Processor time so far, in seconds: of the web processes with their threads, and of PostgreSQL. Linux alone. */
export function cpuOfTree(root: number) {
  const sum = (parts: string) =>
    treeOf(root)
      .filter(({ command }) => command.includes(parts))
      .reduce((total, { pid }) => total + cpuOf(pid), 0)
  return { web: sum('dist/server/web.js'), postgres: sum('postgres') }
}

const TICKS_PER_SECOND = 100

/** Its own, and that of children that have ended: connections of PostgreSQL come and go. */
function cpuOf(pid: number) {
  const [, fields = ''] = /\) (.*)/.exec(readOrNothing(`/proc/${pid}/stat`)) ?? []
  const ticks = fields.split(' ').slice(11, 15).map(Number)
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND
}

/** The processes below it that run this program. */
export const findInTree = (root: number, program: string) =>
  treeOf(root)
    .filter(({ command }) => command.includes(program))
    .map(({ pid }) => pid)

function treeOf(root: number): Process[] {
  const all = process.platform === 'linux' ? linuxProcesses() : psProcesses()
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]))
  const isBelow = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && pid > 1 && isBelow(parents.get(pid)))
  return all.filter(({ pid }) => isBelow(pid))
}

function linuxProcesses(): Process[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  return pids.map((pid) => {
    const read = (file: string) => readOrNothing(`/proc/${pid}/${file}`)
    return {
      pid,
      parent: Number(/\) \w (\d+)/.exec(read('stat'))?.[1] ?? 0),
      command: read('cmdline'),
      memory: () => Number(/^Pss:\s+(\d+)/m.exec(read('smaps_rollup'))?.[1] ?? 0),
    }
  })
}

/** A process may end meanwhile. */
function readOrNothing(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function psProcesses(): Process[] {
  const columns = 'pid=,ppid=,rss=,command='
  const lines = execFileSync('ps', ['-axo', columns], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => {
    const [pid = '', parent = '', rss = '', ...command] = line.trim().split(/\s+/)
    return {
      pid: Number(pid),
      parent: Number(parent),
      command: command.join(' '),
      memory: () => Number(rss),
    }
  })
}
