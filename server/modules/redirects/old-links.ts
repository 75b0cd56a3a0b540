import { oldPath } from '#contract/old-path.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { REDIRECTS_SIGNAL } from './edit-redirects.ts'
import { redirects } from './redirects.table.ts'

export type OldLinks = ReturnType<typeof createOldLinks>

type Context = Pick<AppContext, 'db' | 'log' | 'signals'>

/** Shopify shows a product also below each of its collections. */
const BELOW_COLLECTION = /^\/collections\/[^/]+(\/products\/[^/]+)$/

/**
 * All redirects in the memory of this process, read when the first page is rendered and again after a change. An
 * existing page wins: a redirect counts where the page was not found, which is remembered until the shop changes.
 */
export function createOldLinks({ db, log, signals }: Context) {
  let loaded: Promise<Map<string, string>> | undefined
  const notFound = new Set<string>()

  async function read() {
    const { from_path, to_path } = redirects
    const rows = await db.select({ from_path, to_path }).from(redirects)
    return new Map(rows.map((row) => [row.from_path, row.to_path]))
  }

  function load() {
    loaded ??= read().catch((err) => {
      log.warn({ err }, 'redirects not read')
      loaded = undefined
      return new Map<string, string>()
    })
    return loaded
  }

  const forget = () => {
    loaded = undefined
    notFound.clear()
  }
  signals.on(REDIRECTS_SIGNAL, forget)
  signals.onGap(forget)

  return {
    /** Where an old address leads, if it does. */
    async targetOf(url: string): Promise<string | undefined> {
      const all = await load()
      if (all.size === 0) return undefined
      const path = oldPath(url)
      if (path === null) return undefined
      return all.get(path) ?? all.get(BELOW_COLLECTION.exec(path)?.[1] ?? '')
    },
    isNotFound: (url: string) => notFound.has(oldPath(url) ?? ''),
    rememberNotFound: (url: string) => void notFound.add(oldPath(url) ?? ''),
    /** A page may exist now that did not before. */
    shopChanged: () => notFound.clear(),
    /** All rows may be others, after a restore. */
    forget,
  }
}
