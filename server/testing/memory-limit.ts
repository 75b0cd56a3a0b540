import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { onFileEnd } from './cleanup.ts'

const MEGABYTE = 1024 * 1024
const root = '/sys/fs/cgroup'
/** Version 1 has a tree for each kind of limit, version 2 one for all. */
const isVersion2 = () => existsSync(path.join(root, 'cgroup.controllers'))

/** A control group of Linux: what is started `within` it, and all of its children, share the memory. Needs root. */
export function givenMemoryLimit(megabytes: number) {
  const group = path.join(root, isVersion2() ? '' : 'memory', `petal-test-${process.pid}`)
  const file = (name: string) => path.join(group, name)
  const names = isVersion2()
    ? {
        limit: 'memory.max',
        members: 'cgroup.procs',
        events: 'memory.events',
        peak: 'memory.peak',
      }
    : {
        limit: 'memory.limit_in_bytes',
        members: 'tasks',
        events: 'memory.oom_control',
        peak: 'memory.max_usage_in_bytes',
      }
  mkdirSync(group)
  onFileEnd(() => rmdirSync(group))
  writeFileSync(file(names.limit), String(megabytes * MEGABYTE))
  return {
    within: ['sh', '-c', `echo $$ > ${file(names.members)}; exec "$0" "$@"`],
    /** The most that was in use, with the file cache of the system. */
    peakMb: () => Math.round(Number(readFileSync(file(names.peak), 'utf8')) / MEGABYTE),
    /** How many processes were ended because the memory was used up. */
    killed: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(file(names.events), 'utf8'))?.[1]),
  }
}
