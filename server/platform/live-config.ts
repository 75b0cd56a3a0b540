import type { Config } from './config.ts'

/** What an admin set on screen; null where nothing is saved. */
export type SavedSettings = { public_url: string | null; trusted_proxies: number | null }

const NOTHING_SAVED: SavedSettings = { public_url: null, trusted_proxies: null }

/**
 * The configuration of a process, with what an admin saved in the place of what the environment leaves open. It is
 * one object for the life of the process: each read of an address gets the current one.
 */
export function createLiveConfig(given: Config) {
  let saved = NOTHING_SAVED
  const savedUrl = () => (given.isGiven.publicUrl ? null : saved.public_url)
  const config: Config = {
    ...given,
    get publicUrl() {
      return savedUrl() ?? given.publicUrl
    },
    get origins() {
      const url = savedUrl()
      return url ? [url, ...given.origins] : given.origins
    },
    get trustProxy() {
      if (given.isGiven.trustProxy) return given.trustProxy
      return saved.trusted_proxies || false
    },
  }
  return {
    config,
    /** Says whether the shop's address changed: then cached pages name the old one. */
    apply(next: SavedSettings) {
      const before = config.publicUrl
      saved = next
      return config.publicUrl !== before
    },
  }
}
