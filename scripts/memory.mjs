// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const MEGABYTE = 1024 * 1024
/** What a build was measured to take at its peak, and some room. */
export const BUILD_NEEDS_MB = 900
/** Version 1 has a tree for each kind of limit, version 2 one for all. */
const GROUPS = {
  v2: { limit: 'memory.max', used: 'memory.current', file: 'inactive_file' },
  v1: {
    limit: 'memory.limit_in_bytes',
    used: 'memory.usage_in_bytes',
    file: 'total_inactive_file',
  },
}

/**
 * What programs can still use: memory that the system can free and swap, within the limit of the container.
 * @param {{ meminfo: string, group?: { limit: string, used: string, stat: string, file: string } }} system
 */
export function availableMb({ meminfo, group }) {
  const swap = kilobytes(meminfo, 'SwapFree')
  const machine = (kilobytes(meminfo, 'MemAvailable') + swap) * 1024
  const limit = Number(group?.limit)
  if (!group || !Number.isFinite(limit)) return Math.floor(machine / MEGABYTE)
  // Cached files count as used, but are given up when the memory is needed.
  const cached = Number(new RegExp(`^${group.file} (\\d+)`, 'm').exec(group.stat)?.[1] ?? 0)
  return Math.floor(Math.min(machine, limit - Number(group.used) + cached) / MEGABYTE)
}

/** @param {string} meminfo @param {string} name */
function kilobytes(meminfo, name) {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(meminfo)?.[1] ?? 0)
}

/** Undefined where it cannot be read, on other systems than Linux. @returns {number | undefined} */
export function readAvailableMb() {
  if (!existsSync('/proc/meminfo')) return undefined
  return availableMb({ meminfo: readFileSync('/proc/meminfo', 'utf8'), group: readGroup() })
}

/** The limits of this process's control group, whose path is hidden in a container: there it is at the top. */
function readGroup() {
  const own = existsSync('/proc/self/cgroup') ? readFileSync('/proc/self/cgroup', 'utf8') : ''
  const v2 = /^0::(.*)$/m.exec(own)?.[1] ?? '/'
  const v1 = /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m.exec(own)?.[1] ?? '/'
  const places = [
    { folder: path.join('/sys/fs/cgroup/memory', v1), names: GROUPS.v1 },
    { folder: '/sys/fs/cgroup/memory', names: GROUPS.v1 },
    { folder: path.join('/sys/fs/cgroup', v2), names: GROUPS.v2 },
    { folder: '/sys/fs/cgroup', names: GROUPS.v2 },
  ]
  for (const { folder, names } of places) {
    try {
      /** @param {string} name */
      const read = (name) => readFileSync(path.join(folder, name), 'utf8').trim()
      return {
        limit: read(names.limit),
        used: read(names.used),
        stat: read('memory.stat'),
        file: names.file,
      }
    } catch {
      // Not there: the next place.
    }
  }
  return undefined
}
