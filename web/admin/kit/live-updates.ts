import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { LIVE_TOPICS, type LiveTopic } from '#contract/insights.ts'
import { api, client } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { followStream } from '../../lib/event-stream.ts'

/** One stream per tab: what others change, and what customers do, appears by itself. */
export function useLiveUpdates() {
  const queries = useQueryClient()
  useEffect(() => followChanges(queries), [queries])
}

/** After a lost connection, changes may have been missed, so every list is stale. */
function followChanges(queries: QueryClient) {
  let isFirst = true
  // A stream that ended may have ended with the right to it, so the role is read again.
  const readRole = () => queries.invalidateQueries({ queryKey: api.session.get.queryKey() })
  return followStream({
    open: ({ signal }) => client.live.changes(undefined, { signal }),
    onOpen: () => {
      if (!isFirst) void readRole()
      if (!isFirst) for (const topic of LIVE_TOPICS) refresh(queries, topic)
      isFirst = false
    },
    onEvent: ({ topic }) => refresh(queries, topic),
    isFinal: (error) => {
      if (hasErrorCode(error, 'FORBIDDEN') || hasErrorCode(error, 'UNAUTHORIZED')) void readRole()
      return false
    },
  })
}

const PAUSE_MS = 200
const changed = new Set<LiveTopic>()

/**
 * Changes that come together, such as the rows of Site Settings, are one refresh. The keys of all queries of an entity
 * start with its name. Figures, the dashboard and the set-up guide are made of all of them.
 */
function refresh(queries: QueryClient, topic: LiveTopic) {
  refreshInsights(queries)
  changed.add(topic)
  if (changed.size > 1) return
  setTimeout(() => {
    for (const one of changed) void refreshOne(queries, one)
    changed.clear()
  }, PAUSE_MS)
}

/**
 * What changes with a topic and has another name. A group of sizes is read after its products: these say when it was
 * dissolved, and then nothing shows it any more.
 */
const ALSO: Partial<Record<LiveTopic, readonly string[]>> = {
  orders: ['customers'],
  products: ['product_groups'],
  backups: ['backup_copies', 'restores'],
}

async function refreshOne(queries: QueryClient, topic: LiveTopic) {
  await queries.invalidateQueries({ queryKey: [[topic]] })
  for (const name of ALSO[topic] ?? [])
    setTimeout(() => void queries.invalidateQueries({ queryKey: [[name]] }))
}

const INSIGHTS_PAUSE_MS = 2000
let isInsightsTimerSet = false

/** In a busy shop something changes all the time, so changes are gathered for a moment. */
function refreshInsights(queries: QueryClient) {
  if (isInsightsTimerSet) return
  isInsightsTimerSet = true
  setTimeout(() => {
    isInsightsTimerSet = false
    for (const name of ['insights', 'setup']) {
      void queries.invalidateQueries({ queryKey: [[name]] })
    }
  }, INSIGHTS_PAUSE_MS)
}
