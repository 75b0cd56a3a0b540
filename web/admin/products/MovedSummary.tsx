import { type ImportResult, SOURCE_NAMES } from '#contract/moving-in.ts'
import { countProducts } from './BulkUndoBar.tsx'

/** What becomes of an export of another shop beside the products themselves. */
export function MovedSummary({ result }: { result: ImportResult }) {
  const { source, known, pictures, new_categories, notes, left_out } = result
  const lines = [
    pictures > 0 &&
      `${pictures === 1 ? '1 picture is' : `${pictures} pictures are`} fetched from the old shop after the import`,
    known > 0 && `${countProducts(known)} of an earlier import stay as they are`,
    new_categories.length > 0 && `New categories: ${new_categories.join(', ')}`,
    ...notes,
  ].filter((line) => line !== false)
  return (
    <div className="grid gap-3 rounded-card border border-line bg-paper p-4 text-sm">
      <p className="font-medium">This is an export of {SOURCE_NAMES[source]}</p>
      {lines.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5 [overflow-wrap:anywhere]">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {left_out.length > 0 && (
        <details className="text-quiet">
          <summary className="cursor-pointer">
            {left_out.length === 1 ? '1 column is' : `${left_out.length} columns are`} not imported
          </summary>
          <p className="mt-1.5 [overflow-wrap:anywhere]">{left_out.join(', ')}</p>
        </details>
      )}
    </div>
  )
}
