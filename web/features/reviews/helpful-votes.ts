import { Store, useSelector } from '@tanstack/react-store'

const KEY = 'helpful_votes'
const MOST_STORED = 500

/** The reviews this browser voted for. The server counts a visitor once, whatever is stored here. */
const votes = new Store<readonly string[] | undefined>(undefined)

function load(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Read after hydration: the server does not know the visitor. */
export function useVoted(id: string, hydrated: boolean): boolean {
  const known = useSelector(votes)
  return hydrated && (known ?? load()).includes(id)
}

export function storeVote(id: string, voted: boolean): void {
  const others = load().filter((other) => other !== id)
  const next = voted ? [id, ...others].slice(0, MOST_STORED) : others
  votes.setState(() => next)
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // A full or forbidden storage: the button forgets, the server does not.
  }
}
