import { ORPCError } from '@orpc/server'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { MOST_PICTURES } from '#contract/edit-products.ts'
import { storePicture } from '#server/modules/media/index.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { FetchError, fetchPublic } from '#server/platform/fetch-public.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { lockProduct } from '../adjust-stock.ts'
import { editProduct } from '../edit-products.ts'
import { picture_fetches } from './moving-in.table.ts'

const FETCH_PICTURES = 'fetch-pictures'

const LIMITS = {
  /** Of one run. A run ends well before a job may be taken for dead. */
  pictures: 20,
  parallel: 4,
  timeoutMs: 20_000,
}
type Limits = typeof LIMITS

/** Minutes until the next try; after the last one the picture has failed. */
const WAITS = [1, 5, 30]
/** Seconds, when the shop itself had no time: that is no try. */
const BUSY_WAIT = 15

type Fetch = typeof picture_fetches.$inferSelect
type Outcome = { file: string } | { reason: string; isFinal: boolean } | 'busy'

/**
 * A few pictures at a time, so that other jobs and a process that closes need not wait; what an import queued goes on
 * until nothing is due. The clock sees to later tries.
 */
export const fetchPicturesJob = (context: AppContext): Job => ({
  name: FETCH_PICTURES,
  every: 'minute',
  alone: true,
  run: async ({ goes_on }: { goes_on?: true }) => {
    const found = await fetchPictures(context)
    if (goes_on && found > 0) await queueFetching(context.jobs, context.db)
  },
})

export const queueFetching = (jobs: AppContext['jobs'], tx: Db) =>
  jobs.enqueue(tx, FETCH_PICTURES, { goes_on: true })

/** Fetches what is due. Says how many that were. */
export async function fetchPictures(context: AppContext, limits: Limits = LIMITS) {
  const due = await context.db
    .select()
    .from(picture_fetches)
    .where(
      and(
        eq(picture_fetches.state, 'waiting'),
        lte(picture_fetches.due_at, context.now().toISOString()),
      ),
    )
    .orderBy(asc(picture_fetches.due_at), asc(picture_fetches.id))
    .limit(limits.pictures)
  const parallel = pLimit(limits.parallel)
  const silentHosts = new Set<string>()
  // One address is asked for once, also when several products want it.
  const urls = [...new Set(due.map(({ url }) => url))]
  const outcomes = new Map(
    await Promise.all(
      urls.map((url) =>
        parallel(async () => [url, await fetchOne(context, url, limits, silentHosts)] as const),
      ),
    ),
  )
  for (const fetch of due) await note(context, fetch, outcomes.get(fetch.url) ?? 'busy')
  const touched = new Set(due.map(({ product_id }) => product_id))
  for (const product_id of touched) await showPictures(context, product_id)
  return due.length
}

async function fetchOne(
  context: AppContext,
  url: string,
  { timeoutMs }: Limits,
  silentHosts: Set<string>,
): Promise<Outcome> {
  const known = await fetchedBefore(context.db, url)
  if (known) return { file: known }
  const host = URL.canParse(url) ? new URL(url).host : url
  // A server that stalls would hold up the pictures of all others.
  if (silentHosts.has(host)) return { reason: 'The server did not answer in time', isFinal: false }
  const { privateNetworks: networks } = context.config
  const upload = { owner: null, purpose: 'product' as const }
  try {
    const stored = await fetchPublic(url, { timeoutMs, networks }, (body) =>
      storePicture(context, body, upload),
    )
    return { file: stored.url }
  } catch (error) {
    const outcome = outcomeOf(error)
    if (error instanceof FetchError && error.isLate) silentHosts.add(host)
    return outcome
  }
}

const OWN_TROUBLE = ['UPLOADS_BUSY', 'STORAGE_FULL', 'STORAGE_UNAVAILABLE', 'PICTURE_NOT_ENCODED']

function outcomeOf(error: unknown): Outcome {
  if (error instanceof FetchError) return { reason: error.message, isFinal: error.isFinal }
  if (!(error instanceof ORPCError)) throw error
  if (OWN_TROUBLE.includes(error.code)) return 'busy'
  if (error.code === 'UPLOAD_INCOMPLETE') {
    return { reason: 'The connection to the server broke', isFinal: false }
  }
  return { reason: error.message, isFinal: true }
}

async function fetchedBefore(db: Db, url: string) {
  const { rows } = await db.execute<{ file: string }>(sql`
    select file from ${picture_fetches}
    where state = 'done' and md5(url) = md5(${url}) and url = ${url} limit 1`)
  return rows[0]?.file
}

async function note({ db, now }: AppContext, { id, tries }: Fetch, outcome: Outcome) {
  const later = (seconds: number) => new Date(now().getTime() + seconds * 1000).toISOString()
  await db
    .update(picture_fetches)
    .set(stateAfter(tries, outcome, later))
    .where(and(eq(picture_fetches.id, id), eq(picture_fetches.state, 'waiting')))
}

function stateAfter(tries: number, outcome: Outcome, later: (seconds: number) => string) {
  if (outcome === 'busy') return { due_at: later(BUSY_WAIT) }
  if ('file' in outcome) {
    return { state: 'done' as const, file: outcome.file, tries: tries + 1, reason: null }
  }
  const { reason, isFinal } = outcome
  const wait = WAITS[tries]
  if (isFinal || wait === undefined) return { state: 'failed' as const, tries: tries + 1, reason }
  return { tries: tries + 1, reason, due_at: later(wait * 60) }
}

/**
 * Puts what was fetched into the product, once each of its pictures was tried: a product that changes with each
 * picture would refuse the form of who edits it. Pictures that somebody added meanwhile stay, behind them.
 */
async function showPictures({ db, now }: AppContext, product_id: string) {
  await db.transaction(async (tx) => {
    const own = await tx
      .select()
      .from(picture_fetches)
      .where(eq(picture_fetches.product_id, product_id))
      .orderBy(asc(picture_fetches.position), asc(picture_fetches.id))
    const [first] = own
    if (!first || own.some(({ state, tries }) => state === 'waiting' && tries === 0)) return
    const { images: before, version } = await lockProduct(tx, product_id)
    const fetched = own.flatMap(({ file }) => file ?? [])
    const images = [...new Set([...fetched, ...before])].slice(0, MOST_PICTURES)
    await announceChange(tx, 'products')
    if (images.join() === before.join()) return
    const by = { id: first.actor_id, name: first.actor_name, at: now() }
    await editProduct(tx, { id: product_id, version, images }, by)
  })
}
