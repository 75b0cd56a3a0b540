/** What a tab remembers of its visit, for shops that count them: nothing that names a person. */
export type Visit = {
  source: string
  /** How far it came. */
  steps: string[]
  /** Products that were counted as seen, and as put into the cart. */
  view: string[]
  cart: string[]
}

const KEY = 'visit'
/** Where the storage refuses to write. */
let inMemory: Visit | undefined

export function readVisit(): Visit | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (isVisit(stored)) return stored
  } catch {
    // Storage may be forbidden, or hold something else.
  }
  return inMemory
}

export function writeVisit(visit: Visit): void {
  inMemory = visit
  try {
    sessionStorage.setItem(KEY, JSON.stringify(visit))
  } catch {
    // As above; then it lives as long as the page.
  }
}

function isVisit(value: unknown): value is Visit {
  const { source, steps, view, cart } = (value ?? {}) as Record<string, unknown>
  return typeof source === 'string' && [steps, view, cart].every(Array.isArray)
}

/** For an order: nothing in a shop that does not count. */
export function visitSource(): { visit_source?: string } {
  const visit = readVisit()
  return visit ? { visit_source: visit.source } : {}
}
