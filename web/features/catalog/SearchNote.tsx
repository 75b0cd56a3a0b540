import type { SearchMatch } from '#contract/catalog.ts'

/** Says so when the answer is not quite to what was typed. */
export function SearchNote({ match }: { match: SearchMatch | null }) {
  if (!match || match.kind === 'as-typed') return null
  return (
    <p role="status" className="text-quiet">
      {match.kind === 'corrected' ? (
        <>
          Showing results for <strong className="font-semibold text-ink">{match.words}</strong>.
        </>
      ) : (
        'No product has all of these words. These come closest.'
      )}
    </p>
  )
}
