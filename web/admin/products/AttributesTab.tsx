import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type AdminAttribute, MOST_ATTRIBUTES, SynonymEdit } from '#contract/attributes.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Textarea } from '../../ui/Field.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { AttributeDialog } from './AttributeDialog.tsx'

/** At the right of the screen's title. */
export function AddAttribute() {
  const { data } = useQuery(api.attributes.admin_list.queryOptions())
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button disabled={(data?.length ?? 0) >= MOST_ATTRIBUTES} onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" className="size-4" />
        Add attribute
      </Button>
      {isOpen && <AttributeDialog attribute={null} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What visitors can filter by, and which words their search equates. */
export function AttributesTab() {
  const attributes = useQuery(api.attributes.admin_list.queryOptions())
  const synonyms = useQuery(api.attributes.synonyms.queryOptions())
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
      <Card title="Filters">
        <p className="-mt-2 mb-3 text-quiet text-sm">
          Up to {MOST_ATTRIBUTES} attributes, such as skin type or concern. You choose the options
          of a product in its form; visitors see them under Filter.
        </p>
        <WhenLoaded query={attributes} failure="Failed to load attributes">
          {(data) => <AttributeList attributes={data} />}
        </WhenLoaded>
      </Card>
      <Card title="Words that mean the same">
        <WhenLoaded query={synonyms} failure="Failed to load the words">
          {(data) => <SynonymsForm lines={data.lines} version={data.version} />}
        </WhenLoaded>
      </Card>
    </div>
  )
}

function AttributeList({ attributes }: { attributes: readonly AdminAttribute[] }) {
  const [edited, setEdited] = useState<AdminAttribute | null>(null)
  const [deleted, setDeleted] = useState<AdminAttribute | null>(null)
  const remove = useAdminMutation({
    run: (id: string) => client.attributes.remove({ id }),
    success: 'Attribute deleted successfully',
    refresh: [api.attributes.key(), api.products.key()],
    onSuccess: () => setDeleted(null),
  })
  if (attributes.length === 0) return <p className="text-sm">No attributes yet.</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {attributes.map((attribute) => (
          <li key={attribute.id} className="flex items-center gap-3 py-3">
            <div className="grid min-w-0 flex-1 gap-0.5">
              <p className="font-medium text-sm">{attribute.name}</p>
              <p className="text-quiet text-sm [overflow-wrap:anywhere]">
                {attribute.options.map(({ label }) => label).join(', ')}
              </p>
            </div>
            <Button look="outline" size="small" onClick={() => setEdited(attribute)}>
              <Pencil aria-hidden="true" className="size-4" />
              Edit<span className="sr-only"> {attribute.name}</span>
            </Button>
            <Button look="outline" size="small" onClick={() => setDeleted(attribute)}>
              <Trash2 aria-hidden="true" className="size-4" />
              <span className="sr-only">Delete {attribute.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {edited && <AttributeDialog attribute={edited} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        open={deleted !== null}
        onOpenChange={(open) => !open && setDeleted(null)}
        title={`Delete ${deleted?.name ?? ''}?`}
        text="Its options are also taken from all products."
        confirmLabel="Delete"
        onConfirm={() => deleted && remove.mutate(deleted.id)}
      />
    </>
  )
}

function SynonymsForm({ lines, version }: { lines: string; version: number }) {
  const form = useEditForm<SynonymEdit, { version: number }>({
    schema: SynonymEdit,
    values: { lines },
    version,
    save: (values, seen) =>
      client.attributes.save_synonyms({ ...values, version: seen ?? version }),
    success: 'Words updated successfully',
    refresh: [api.attributes.key(), api.audit_log.key()],
  })
  return (
    <EditFormFrame form={form} label="Words that mean the same">
      <FormField
        form={form}
        name="lines"
        label="Words"
        hint="One group a line, separated by commas. Who searches for one also finds the others. Accents do not count."
      >
        <Textarea rows={8} {...form.register('lines')} />
      </FormField>
    </EditFormFrame>
  )
}
