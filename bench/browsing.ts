import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { report } from './report/figures.ts'

/**
 * How long a visitor waits for a page while `work` is done, in milliseconds. The visitor is a process of its own,
 * so that what the bench itself does is not measured.
 */
export async function browseDuring(urls: string[], work: () => Promise<unknown>) {
  const program = fileURLToPath(new URL('./page-probe.mjs', import.meta.url))
  const child = fork(program, urls, { execArgv: [] })
  putFirst(child.pid)
  await once(child, 'message')
  await work()
  child.send('end')
  const [times] = (await once(child, 'message')) as [number[]]
  return pageTimes(times)
}

export function pageTimes(times: number[]) {
  const sorted = [...times].sort((a, b) => a - b)
  const share = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  return { times, p50: share(0.5), p95: share(0.95) }
}

export type Times = { p50: number; p95: number }

/** A visitor does not notice less. */
const UNNOTICED_MS = 10

/**
 * What a visitor feels of other work: how long a cached page takes before it, and meanwhile. The factor has no budget:
 * where a page takes half a millisecond, one wait for a core is several times as long.
 */
export function reportSlowdown(group: string, before: Times, meanwhile: Times) {
  const slowdown = meanwhile.p95 / before.p95
  console.log(
    `  cached page p95: ${before.p95.toFixed(2)} ms before, ${meanwhile.p95.toFixed(2)} ms meanwhile (budget ${UNNOTICED_MS} ms): ratio ${slowdown.toFixed(2)}`,
  )
  console.log(
    `  cached page p50: ${before.p50.toFixed(2)} ms before, ${meanwhile.p50.toFixed(2)} ms meanwhile`,
  )
  const name = 'a cached page meanwhile, p95'
  report({ group, name, value: meanwhile.p95, unit: 'ms', atMost: UNNOTICED_MS })
  report({ group, name: `${name}, as a factor`, value: slowdown, unit: 'times' })
}

/** A visitor has a computer of its own. Here it waits for a core that others use, which is not the shop's time. */
function putFirst(pid: number | undefined) {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_HIGHEST)
  } catch {
    console.log('Without the right to raise priorities, page times include waiting for a core.')
  }
}
