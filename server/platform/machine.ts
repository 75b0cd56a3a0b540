import { statfs } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'

const MEGABYTE = 1024 * 1024
/** Under it every part is made smaller. */
const SMALL_MB = 1024
/** PostgreSQL, the supervisor, the picture encoder and what the system needs. */
const OTHER_PARTS_MB = 400
/** The most that a web process takes under load. */
const WEB_PROCESS_MB = 360

/** What the parts of the shop may use, so that together they fit into `memoryMb`. */
export function sizesFor({ memoryMb, cores }: { memoryMb: number; cores: number }) {
  if (memoryMb < SMALL_MB) {
    return {
      webProcesses: 1,
      heapMb: 128,
      render: { heapMb: 96, semiSpaceMb: 8 },
      pageCacheMb: 16,
      postgres: { shared_buffers: '32MB', max_connections: 40, work_mem: '2MB' },
    }
  }
  const fitting = Math.floor((memoryMb - OTHER_PARTS_MB) / WEB_PROCESS_MB)
  return {
    webProcesses: Math.max(1, Math.min(cores, fitting)),
    // Enough for two thousand simultaneous visitors. Without a limit V8 grows to a share of the machine's memory.
    heapMb: 256,
    // A render allocates megabytes that live for milliseconds: with room for them they are never copied.
    render: { heapMb: 128, semiSpaceMb: 16 },
    pageCacheMb: 64,
    postgres: { shared_buffers: '128MB', max_connections: Math.max(100, cores * 30) },
  }
}

/** The memory and cores of this machine, or of the container around it. */
export const thisMachine = () => ({
  memoryMb: Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / MEGABYTE),
  cores: availableParallelism(),
})

/** What is left for us on the disk of this folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
