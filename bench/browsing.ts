import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * How long a visitor waits for a page while `work` is done, in milliseconds. The visitor is a process of its own,
 * so that what the bench itself does is not measured.
 */
export async function browseDuring(urls: string[], work: () => Promise<unknown>) {
  const program = fileURLToPath(new URL('./page-probe.mjs', import.meta.url))
  const child = fork(program, urls, { execArgv: [] })
  await once(child, 'message')
  await work()
  child.send('end')
  const [times] = (await once(child, 'message')) as [number[]]
  times.sort((a, b) => a - b)
  const share = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { p50: share(0.5), p95: share(0.95) }
}
