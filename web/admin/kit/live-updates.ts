import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { LIVE_TOPICS, type LiveTopic } from '#contract/insights.ts'
import { client } from '../../lib/api.ts'

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 15_000

/** One stream per tab: what others change, and what customers do, appears by itself. */
export function useLiveUpdates() {
  const queries = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    void follow(queries, stop.signal)
    return () => stop.abort()
  }, [queries])
}

/** After a lost connection, changes may have been missed, so every list is stale. */
async function follow(queries: QueryClient, signal: AbortSignal) {
  let delay = FIRST_DELAY_MS
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      const changes = await client.live.changes(undefined, { signal })
      if (attempt > 0) for (const topic of LIVE_TOPICS) refresh(queries, topic)
      delay = FIRST_DELAY_MS
      for await (const { topic } of changes) refresh(queries, topic)
    } catch {
      // Offline, signed out or the shop restarts: tried again below.
    }
    await pause(delay, signal)
    delay = Math.min(delay * 2, LONGEST_DELAY_MS)
  }
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
    for (const one of changed) void queries.invalidateQueries({ queryKey: [[one]] })
    changed.clear()
  }, PAUSE_MS)
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

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
