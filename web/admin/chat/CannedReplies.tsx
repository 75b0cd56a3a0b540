import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { MessageSquareQuote, Pencil, Plus, Settings2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type CannedReply, CannedReplyEdit } from '#contract/canned-replies.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Input, Textarea } from '../../ui/Field.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

/** `{name}` becomes the customer's name. */
export const filledIn = ({ text }: CannedReply, customer_name: string) =>
  text.replaceAll('{name}', customer_name)

type CannedOptionsProps = {
  id: string
  options: readonly CannedReply[]
  active: number
  onChoose: (reply: CannedReply) => void
}

/** Above the reply box while a shortcut is typed there. The box has the focus and says which option is active. */
export function CannedOptions({ id, options, active, onChoose }: CannedOptionsProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Canned replies"
      className="absolute inset-x-3 bottom-full z-10 mb-1 max-h-56 overflow-y-auto rounded-field border border-line bg-paper p-1.5 shadow-float"
    >
      {options.map((reply, n) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the reply box
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the reply box
        <div
          key={reply.id}
          id={`${id}-${n}`}
          role="option"
          aria-selected={n === active}
          // Not to take the focus from the reply box.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(reply)}
          className={clsx(
            'flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 text-sm pointer-coarse:min-h-11',
            n === active && 'bg-blush',
          )}
        >
          <span className="shrink-0 font-medium font-mono">/{reply.shortcut}</span>
          <span className="min-w-0 truncate text-quiet">{reply.text}</span>
        </div>
      ))}
    </div>
  )
}

const SHOWN_IN_MENU = 8

/** The canned replies behind a button, and the way to edit them. */
export function CannedMenu({ onInsert }: { onInsert: (reply: CannedReply) => void }) {
  const { data: replies = [] } = useQuery(api.canned_replies.list.queryOptions())
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button look="ghost" size="icon" aria-label="Canned replies">
            <MessageSquareQuote aria-hidden="true" className="size-5" />
          </Button>
        }
      >
        {replies.slice(0, SHOWN_IN_MENU).map((reply) => (
          <MenuItem key={reply.id} onSelect={() => onInsert(reply)}>
            <span className="shrink-0 font-medium font-mono">/{reply.shortcut}</span>
            <span className="max-w-56 truncate text-quiet">{reply.text}</span>
          </MenuItem>
        ))}
        {replies.length > SHOWN_IN_MENU && (
          <p className="px-3 py-1.5 text-quiet text-xs">Type / in the reply for all of them.</p>
        )}
        {replies.length > 0 && <MenuSeparator />}
        <MenuItem onSelect={() => setEditing(true)}>
          <Settings2 aria-hidden="true" />
          Edit canned replies
        </MenuItem>
      </Menu>
      {isEditing && <CannedDialog onClose={() => setEditing(false)} />}
    </>
  )
}

type Opened = CannedReply | 'new' | null

function CannedDialog({ onClose }: { onClose: () => void }) {
  const replies = useQuery(api.canned_replies.list.queryOptions())
  const [edited, setEdited] = useState<Opened>(null)
  const [deleted, setDeleted] = useState<CannedReply | null>(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Canned replies"
      description="Type / and the shortcut in a reply. {name} becomes the customer's name."
    >
      <WhenLoaded
        query={replies}
        failure="Failed to load canned replies"
        placeholder={<Skeleton className="h-40" />}
      />
      {replies.data && edited === null && (
        <div className="grid gap-3">
          {replies.data.length === 0 && (
            <p className="text-quiet">None yet. The first could say when parcels arrive.</p>
          )}
          <ul className="divide-y divide-line">
            {replies.data.map((reply) => (
              <CannedRow
                key={reply.id}
                reply={reply}
                onEdit={() => setEdited(reply)}
                onDelete={() => setDeleted(reply)}
              />
            ))}
          </ul>
          <Button look="soft" className="justify-self-start" onClick={() => setEdited('new')}>
            <Plus aria-hidden="true" className="size-4" />
            New canned reply
          </Button>
        </div>
      )}
      {edited && (
        <CannedForm reply={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      <DeleteCanned reply={deleted} onClose={() => setDeleted(null)} />
    </Dialog>
  )
}

type CannedRowProps = { reply: CannedReply; onEdit: () => void; onDelete: () => void }

function CannedRow({ reply: { shortcut, text }, onEdit, onDelete }: CannedRowProps) {
  return (
    <li className="flex items-start gap-1 py-2">
      <div className="grid min-w-0 flex-1 gap-0.5 py-1.5 text-sm">
        <span className="font-medium font-mono">/{shortcut}</span>
        <span dir="auto" className="wrap-anywhere line-clamp-2 text-quiet">
          {text}
        </span>
      </div>
      <Button look="ghost" size="icon" aria-label={`Edit /${shortcut}`} onClick={onEdit}>
        <Pencil aria-hidden="true" className="size-4" />
      </Button>
      <Button look="ghost" size="icon" aria-label={`Delete /${shortcut}`} onClick={onDelete}>
        <Trash2 aria-hidden="true" className="size-4" />
      </Button>
    </li>
  )
}

function CannedForm({ reply, onClose }: { reply: CannedReply | null; onClose: () => void }) {
  const form = useEditForm({
    schema: CannedReplyEdit,
    values: { shortcut: reply?.shortcut ?? '', text: reply?.text ?? '' },
    version: reply?.version,
    save: (values, version) =>
      reply && version !== undefined
        ? client.canned_replies.update({ ...values, id: reply.id, version })
        : client.canned_replies.create(values),
    success: `Canned reply ${reply ? 'updated' : 'created'} successfully`,
    refresh: [api.canned_replies.key()],
    fieldOf: { SHORTCUT_TAKEN: 'shortcut' },
    onSaved: onClose,
    reload: onClose,
  })
  return (
    <EditFormFrame
      form={form}
      label="Canned reply"
      inDialog
      onCancel={onClose}
      className="grid gap-4"
    >
      <FormField form={form} name="shortcut" label="Shortcut">
        <Input {...form.register('shortcut')} autoFocus autoComplete="off" maxLength={30} />
      </FormField>
      <FormField form={form} name="text" label="Text">
        <Textarea {...form.register('text')} rows={5} maxLength={2000} />
      </FormField>
    </EditFormFrame>
  )
}

function DeleteCanned({ reply, onClose }: { reply: CannedReply | null; onClose: () => void }) {
  const { mutate, isPending } = useAdminMutation({
    run: client.canned_replies.remove,
    success: 'Canned reply deleted successfully',
    refresh: [api.canned_replies.key()],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      open={reply !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete /${reply?.shortcut ?? ''}?`}
      text="Nobody of the team can insert it any more. What was sent stays."
      confirmLabel="Delete"
      busy={isPending}
      onConfirm={() => reply && mutate({ id: reply.id })}
    />
  )
}
