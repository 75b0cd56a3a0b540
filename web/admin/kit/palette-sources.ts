import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

export type Found = { label: string; detail?: string; to: string }

/** Something that Ctrl-K finds by asking the server: a few results, best first. */
export type PaletteSource = {
  heading: string
  search: (text: string, signal: AbortSignal) => Promise<Found[]>
}

export const SOURCES: readonly PaletteSource[] = []

const TYPING_PAUSE_MS = 200
const SHORTEST_TEXT = 2

type FoundGroup = { heading: string; items: Found[] }

/** What the sources find for the typed text, after a short pause. A source that fails is left out. */
export function usePaletteSearch(typed: string): { groups: FoundGroup[]; isSearching: boolean } {
  const text = useAfterPause(typed.trim(), TYPING_PAUSE_MS)
  const enabled = text.length >= SHORTEST_TEXT
  const answers = useQueries({
    queries: SOURCES.map(({ heading, search }) => ({
      queryKey: ['palette', heading, text],
      queryFn: ({ signal }: { signal: AbortSignal }) => search(text, signal),
      placeholderData: keepPreviousData,
      enabled,
      retry: false,
    })),
  })
  const groups = SOURCES.map(({ heading }, n) => ({
    heading,
    items: (enabled && answers[n]?.data) || [],
  }))
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isSearching: typed.trim() !== text || answers.some(({ isFetching }) => isFetching),
  }
}

function useAfterPause(text: string, ms: number) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return settled
}
