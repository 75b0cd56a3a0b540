import { type AddressInfo, Server as NetServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { DestinationStream } from 'pino'
import { FEED_PATH } from '#contract/product-feed.ts'
import type { RestoreStep } from '#contract/restores.ts'
import { encodeAlone, encodePicture } from '../modules/media/index.ts'
import { createMissingPages, createOldLinks } from '../modules/redirects/index.ts'
import { readSavedSettings, SETTINGS_SIGNAL } from '../modules/setup/index.ts'
import { createVisitCounter } from '../modules/visits/index.ts'
import { createChangeFeed } from '../platform/change-feed.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import { connectDatabase } from '../platform/database.ts'
import { openFileStorage } from '../platform/file-storage.ts'
import { createJobs, JOB_WAITING } from '../platform/jobs.ts'
import { createLimits } from '../platform/limits.ts'
import { createListener } from '../platform/listener.ts'
import { createLiveConfig } from '../platform/live-config.ts'
import { createLog } from '../platform/log.ts'
import { createEncoderProcess } from '../platform/picture-encoder.ts'
import type { AppContext } from '../platform/rpc.ts'
import { createServingLock, SHOP_CLOSED } from '../platform/serving-lock.ts'
import { createSignals } from '../platform/signals.ts'
import { createApi } from './api.ts'
import { createApp, isUnreadable } from './app.ts'
import { createClosedShop } from './closed-shop.ts'
import { commonHeaders } from './dispatch.ts'
import { createPageCache, type ShopChange } from './page-cache.ts'
import { loadBuiltPages } from './pages.ts'
import { jobs as shopJobs } from './shop-jobs.ts'

/** How long running requests may take when the process closes; a client that stopped sending would hold it for ever. */
const LAST_ANSWERS_MS = 8000

/** The first step of a restore for which the shop is closed. */
const CLOSING: RestoreStep = 'closing'

type Options = {
  now?: () => Date
  /** How long a process that closes answers on open connections, so that none is closed with a request on its way. */
  drainMs?: number
  /** How long after their queues the jobs begin. */
  jobsAfterMs?: number
  logTo?: DestinationStream
  /** The program that encodes pictures in a process of its own; without it they are encoded in this one. */
  encoderProgram?: string
  /** The program that renders pages in a thread of its own; without it they are rendered in this one. */
  renderProgram?: string
  /** The program that writes backups in a process of its own; without it they are written in this one. */
  backupProgram?: string
  /** The program that restores the shop, and tests it. */
  restoreProgram?: string
}

/** Puts the parts of one web process together; `open` starts to listen, `close` lets running requests end. */
export async function createWebServer(
  given: Config,
  { now = () => new Date(), drainMs = 0, jobsAfterMs, logTo, ...programs }: Options = {},
) {
  const { encoderProgram, renderProgram, backupProgram, restoreProgram } = programs
  const { config, apply } = createLiveConfig(given)
  if (!config.databaseUrl)
    throw new ConfigError(['DATABASE_URL must be set (npm start sets it for you)'])
  const log = createLog(config.logLevel, logTo)
  const database = connectDatabase(config.databaseUrl, {
    max: config.databasePool,
    onError: (err) => log.warn({ err }, 'lost a database connection'),
  })
  const listener = createListener(config.databaseUrl, log)
  const jobs = createJobs(config.databaseUrl, log)
  const encoder = encoderProgram ? createEncoderProcess(encoderProgram) : undefined
  const context: AppContext = {
    backupProgram,
    restoreProgram,
    config,
    log,
    jobs,
    now,
    db: database.db,
    changes: createChangeFeed(listener),
    encodePicture: encodeAlone(database.db, encoder?.encode ?? encodePicture),
    files: await openFileStorage(config),
    limits: createLimits(database.pool),
    reloadSettings,
    signals: createSignals(listener),
  }
  const api = createApi(context)
  const dropAll = () => dropCaches('all')
  const pages = config.hotReload
    ? await (await import('./dev-pages.ts')).openDevPages(api, dropAll)
    : await loadBuiltPages({ api, log, renderProgram })
  const visits = createVisitCounter(context)
  const cache = createPageCache({
    onPage: visits.served,
    commonHeaders: () => commonHeaders(config),
    maxBytes: config.pageCacheBytes,
    keyOf: (url) => (isUnreadable(url) ? null : pages.cacheKey(url)),
    listsProducts: (key) => api.listsProducts(key) || pages.listsProducts(key) || key === FEED_PATH,
  })
  const oldLinks = createOldLinks(context)
  const missingPages = createMissingPages(context)
  function dropCaches(change: ShopChange) {
    api.drop(change)
    cache.drop(change)
    oldLinks.shopChanged()
    if (change === 'all') visits.shopChanged()
  }
  // What made the listening connection unusable may have done so with idle ones. Before what reads anew.
  listener.onGap(() => void database.pool.dropIdle().catch(() => {}))
  listener.on('shop_changed', dropCaches)
  listener.onGap(dropAll)
  let settled = Promise.resolve()
  /** One after the other: what was read last is what is stored. */
  function reloadSettings() {
    settled = settled
      .catch(() => {})
      .then(async () => {
        // Cached pages name the old address in their links.
        if (apply(await readSavedSettings(database.db))) dropAll()
      })
    return settled
  }
  const followSettings = () =>
    void reloadSettings().catch((err) => log.error({ err }, 'settings not read'))
  context.signals.on(SETTINGS_SIGNAL, followSettings)
  context.signals.on(JOB_WAITING, jobs.wake)
  context.signals.onGap(followSettings)
  const closedShop = createClosedShop()
  const serving = createServingLock({
    url: config.databaseUrl,
    log,
    async stop() {
      await closedShop.untilUnused()
      await jobs.pause()
    },
    async resume() {
      await database.pool.dropIdle().catch(() => {})
      dropAll()
      oldLinks.forget()
      await reloadSettings().catch((err) => log.error({ err }, 'settings not read'))
      await jobs.resume()
      closedShop.open()
    },
  })
  context.signals.on(SHOP_CLOSED, (data) => {
    const { step } = data as { step: string }
    if (step !== CLOSING) return closedShop.advance(step)
    closedShop.close(step)
    void serving.close()
  })
  context.signals.onGap(() => {
    void serving.closeIfClosed(database.db, () => closedShop.close(CLOSING)).catch(() => {})
  })
  const app = createApp({ context, api, cache, closedShop, pages, oldLinks, missingPages, visits })

  return {
    context,
    cache,
    missingPages,
    visits,
    http: app.server,
    /** The port that answers from now on. `isChecked`: only if this version can render the home page. */
    async open({
      socket,
      isChecked = false,
    }: {
      socket?: number | undefined
      isChecked?: boolean
    } = {}) {
      // Pages and orders work without it, so the shop opens; each upload says that it failed.
      context.files.check().catch((err) => log.error({ err }, 'files can not be stored'))
      await listener.start()
      // While the shop is being restored, this waits.
      await serving.enter()
      await reloadSettings()
      await jobs.start(shopJobs(context), { after_ms: jobsAfterMs })
      await visits.flush()
      await pages.ready?.()
      if (isChecked) await assertRenders(app)
      // Given a descriptor, Node listens on it whatever host and port say.
      const inherited = socket === undefined ? {} : { fd: socket }
      await app.listen({ host: config.host, port: config.port, ...inherited })
      return (app.server.address() as AddressInfo).port
    },
    /** The next answer on each connection is its last, running ones finish; then what they used is closed. */
    async close(longestMs = drainMs) {
      stopListening(app.server)
      // Live streams never end by themselves, and the server waits for every answer.
      context.changes.close()
      await context.signals.close()
      await untilUnused(app.server, longestMs)
      const cutOff = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS)
      await app.close()
      clearTimeout(cutOff)
      await visits.close()
      await pages.close?.()
      await jobs.stop()
      encoder?.close()
      await listener.stop()
      await serving.end()
      await database.close()
    },
  }
}

/** Before it takes over from a version that works. */
async function assertRenders(app: ReturnType<typeof createApp>) {
  const { statusCode } = await app.inject('/')
  if (statusCode >= 500) throw new Error(`The home page answers ${statusCode} in this version.`)
}

/** New connections go to other processes. The `close` of HTTP would also close those with a request on its way. */
function stopListening(server: Server) {
  NetServer.prototype.close.call(server)
}

/** Until all connections are closed, which those in use are with their next answer. Idle ones are left over. */
async function untilUnused(server: Server, longestMs: number) {
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open ?? 0)))
  const end = Date.now() + longestMs
  while (Date.now() < end && (await count()) > 0) await pause(20)
}
