import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { PageRow } from '#contract/edit-pages.ts'
import type { AuditEntry } from '#contract/insights.ts'
import { api, client } from '../../lib/api.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { ACTION_WORDS, FieldChanges } from '../kit/ChangeHistory.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { type DiffLine, lineDiff } from './line-diff.ts'

/** Every change of a page with a readable difference; each can be taken back. */
export function PageRevisions({ page, onClose }: { page: PageRow; onClose: () => void }) {
  const log = useQuery(
    api.audit_log.list.queryOptions({
      input: { object_type: 'pages', object_id: page.id, per_page: 50 },
    }),
  )
  return (
    <Dialog
      wide
      open
      onOpenChange={(open) => !open && onClose()}
      title="Revisions"
      description={page.title}
    >
      <WhenLoaded query={log} failure="Failed to load revisions">
        {({ total, items }) =>
          total === 0 ? (
            <p className="text-quiet">This page has not been changed.</p>
          ) : (
            <ol className="grid gap-6">
              {items.map((entry) => (
                <Revision key={entry.id} entry={entry} pageId={page.id} onRestored={onClose} />
              ))}
            </ol>
          )
        }
      </WhenLoaded>
    </Dialog>
  )
}

type RevisionProps = { entry: AuditEntry; pageId: string; onRestored: () => void }

function Revision({ entry, pageId, onRestored }: RevisionProps) {
  const { action, actor_name, created_at } = entry
  const { content: oldText, ...before } = entry.before ?? {}
  const { content: newText, ...after } = entry.after ?? {}
  const { mutate, isPending } = useAdminMutation({
    run: async () => {
      const { id, version, ...values } = await client.pages.read({ id: pageId })
      return client.pages.update({ ...values, ...entry.before, id, version })
    },
    success: 'Page updated successfully',
    failure: 'Failed to update page',
    refresh: [api.pages.key()],
    onSuccess: onRestored,
  })
  return (
    <li className="grid gap-2.5 border-line border-l-2 pl-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span>
          <span className="font-medium">{actor_name}</span> {ACTION_WORDS[action]} it{' '}
          <span className="text-quiet">
            <LocalTime iso={created_at} withTime />
          </span>
        </span>
        {action === 'update' && (
          <Button look="soft" size="small" busy={isPending} onClick={() => mutate(undefined)}>
            Restore what was before
          </Button>
        )}
      </p>
      {action === 'update' && Object.keys(after).length > 0 && (
        <FieldChanges before={before} after={after} />
      )}
      {action === 'update' && newText !== undefined && (
        <Difference lines={lineDiff(String(oldText ?? ''), String(newText))} />
      )}
    </li>
  )
}

function Difference({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <pre className="max-h-80 overflow-auto whitespace-pre-wrap rounded-field border border-line bg-paper p-3 font-mono text-xs leading-relaxed">
      {lines.map(({ kind, text }, n) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat and never move
          key={n}
          className={clsx(
            'block',
            kind === 'removed' && 'bg-danger-tint text-danger',
            kind === 'added' && 'bg-leaf-tint text-leaf',
            kind === 'skipped' && 'text-quiet',
          )}
        >
          {{ removed: '− ', added: '+ ', same: '  ', skipped: '  ' }[kind]}
          {text}
        </span>
      ))}
    </pre>
  )
}
