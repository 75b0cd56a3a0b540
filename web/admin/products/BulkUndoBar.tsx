import { Undo2, X } from 'lucide-react'
import type { BulkResult, ProductChange } from '#contract/edit-products.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'

export type DoneBulk = {
  text: string
  /** What brings the products back; empty once that is done. */
  undo: ProductChange[]
  /** Names and reasons of those that were left as they are. */
  skipped: string[]
}

const REASONS: Record<BulkResult['skipped'][number]['reason'], string> = {
  changed: 'changed meanwhile',
  gone: 'deleted meanwhile',
  stock: 'too few left',
}

/** Why the server left some products as they are, in words. */
export const skippedTexts = (
  { skipped }: BulkResult,
  nameOf: (id: string) => string | undefined,
): string[] => skipped.map(({ id, reason }) => `${nameOf(id) ?? id} (${REASONS[reason]})`)

type BulkUndoBarProps = { done: DoneBulk; onChange: (done: DoneBulk | null) => void }

/** After a bulk edit: what happened, and Undo until the next one. */
export function BulkUndoBar({ done, onChange }: BulkUndoBarProps) {
  const { mutate, isPending } = useAdminMutation({
    run: (changes: ProductChange[]) => client.products.bulk_edit({ changes }),
    refresh: [api.products.key()],
    onSuccess: (result) =>
      onChange({
        text: `Undone on ${countProducts(result.done.length)}.`,
        undo: [],
        skipped: skippedTexts(result, () => undefined),
      }),
  })
  return (
    <section
      aria-label="Last bulk edit"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field bg-leaf-tint py-1.5 pr-1.5 pl-4 text-sm"
    >
      <p role="status" className="min-w-0 flex-1">
        <span className="font-medium">{done.text}</span>
        {done.skipped.length > 0 && <> Left as they were: {done.skipped.join(', ')}.</>}
      </p>
      {done.undo.length > 0 && (
        <Button look="outline" size="small" busy={isPending} onClick={() => mutate(done.undo)}>
          <Undo2 aria-hidden="true" className="size-4" />
          Undo
        </Button>
      )}
      <Button
        look="ghost"
        size="small"
        aria-label="Close this message"
        onClick={() => onChange(null)}
      >
        <X aria-hidden="true" className="size-4" />
      </Button>
    </section>
  )
}

export const countProducts = (count: number) => `${count} ${count === 1 ? 'product' : 'products'}`
