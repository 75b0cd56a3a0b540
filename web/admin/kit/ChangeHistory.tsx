import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#contract/insights.ts'
import { api } from '../../lib/api.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { fieldName, isTold, objectInSentence, valueText } from './change-words.ts'
import { WhenLoaded } from './WhenLoaded.tsx'

type Fields = Record<string, unknown> | null

/** The fields of a change, each with what it was and what it became. */
export function FieldChanges({ before, after }: { before: Fields; after: Fields }) {
  const all = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const fields = [...all].filter(isTold)
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
  if (field === 'option_ids' && Array.isArray(value)) return <OptionNames ids={value} />
  return valueText(field, value)
}

/** A product stores the numbers of its options. */
function OptionNames({ ids }: { ids: readonly unknown[] }) {
  const { data: attributes } = useQuery(api.attributes.admin_list.queryOptions())
  if (!attributes) return '…'
  const all = attributes.flatMap(({ options }) => options)
  const names = ids.map((id) => all.find((option) => option.id === id)?.label ?? 'a deleted option')
  return valueText('option_ids', names)
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
  return (
    <WhenLoaded
      query={history}
      failure="Failed to load changes"
      isSmall
      placeholder={<Skeleton className="h-24" />}
    >
      {({ items }) =>
        items.length === 0 ? (
          <p className="text-quiet text-sm">No changes yet.</p>
        ) : (
          <ol className="grid gap-4">
            {items.map((entry) => (
              <li key={entry.id} className="grid gap-1.5 border-line border-l-2 pl-4">
                <p className="text-sm">
                  <span className="font-medium">{entry.actor_name}</span>{' '}
                  {ACTION_WORDS[entry.action]} {id === undefined ? objectInSentence(entry) : 'this'}{' '}
                  <span className="text-quiet">
                    <LocalTime iso={entry.created_at} withTime />
                  </span>
                </p>
                {entry.action === 'update' && (
                  <FieldChanges before={entry.before} after={entry.after} />
                )}
              </li>
            ))}
          </ol>
        )
      }
    </WhenLoaded>
  )
}
