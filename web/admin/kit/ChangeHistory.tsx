import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#contract/insights.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { fieldName, objectInSentence, valueText } from './change-words.ts'

type Fields = Record<string, unknown> | null

/** The fields of a change, each with what it was and what it became. */
export function FieldChanges({ before, after }: { before: Fields; after: Fields }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <dl className="grid gap-2 text-sm">
      {fields.map((field) => (
        <div key={field} className="grid gap-0.5">
          <dt className="text-quiet text-xs">{fieldName(field)}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
            {before && (
              <del className="text-quiet">
                <Value field={field} value={before[field]} />
              </del>
            )}
            {after && (
              <ins className="no-underline">
                <Value field={field} value={after[field]} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function Value({ field, value }: { field: string; value: unknown }) {
  if (typeof value === 'string' && TIME.test(value)) return <LocalTime iso={value} withTime />
  return valueText(field, value)
}

export const ACTION_WORDS: Record<AuditEntry['action'], string> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
}

/** Who changed one object, or all of a kind, at the end of its screen. */
export function ChangeHistory({ type, id }: { type: string; id?: string }) {
  const history = useQuery(
    api.audit_log.list.queryOptions({ input: { object_type: type, object_id: id } }),
  )
  if (history.isPending) return <Skeleton className="h-24" />
  if (history.isError) {
    return (
      <p role="alert" className="text-sm">
        Failed to load changes. {errorMessage(history.error)}{' '}
        <Button look="link" onClick={() => history.refetch()}>
          Try again
        </Button>
      </p>
    )
  }
  if (history.data.total === 0) return <p className="text-quiet text-sm">No changes yet.</p>
  return (
    <ol className="grid gap-4">
      {history.data.items.map((entry) => (
        <li key={entry.id} className="grid gap-1.5 border-line border-l-2 pl-4">
          <p className="text-sm">
            <span className="font-medium">{entry.actor_name}</span> {ACTION_WORDS[entry.action]}{' '}
            {id === undefined ? objectInSentence(entry) : 'this'}{' '}
            <span className="text-quiet">
              <LocalTime iso={entry.created_at} withTime />
            </span>
          </p>
          {entry.action === 'update' && <FieldChanges before={entry.before} after={entry.after} />}
        </li>
      ))}
    </ol>
  )
}
