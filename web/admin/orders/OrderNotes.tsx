import { Trash2 } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { type AdminOrder, NoteText, type OrderNote } from '#contract/admin-orders.ts'
import { api, client } from '../../lib/api.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field, Form, Textarea } from '../../ui/Field.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'

const refresh = [api.orders.key(), api.audit_log.key()]

/** What the staff writes down; customers never see it. */
export function OrderNotes({ order }: { order: AdminOrder }) {
  const [deleted, setDeleted] = useState<OrderNote | null>(null)
  const remove = useAdminMutation({
    run: client.orders.remove_note,
    success: 'Note deleted',
    refresh,
    onSuccess: () => setDeleted(null),
  })
  return (
    <Card title="Internal notes">
      <div className="grid gap-4">
        {order.notes.length > 0 && (
          <ul className="grid gap-3">
            {order.notes.map((note) => (
              <li key={note.id} className="rounded-field bg-blush/60 px-3.5 py-2.5 text-sm">
                <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{note.text}</p>
                <p className="mt-1 flex items-center gap-1 text-quiet text-xs">
                  <span className="flex-1">
                    {note.author_name}, <LocalTime iso={note.created_at} withTime />
                  </span>
                  <Button
                    look="ghost"
                    size="icon"
                    className="-my-2 -mr-2.5"
                    aria-label={`Delete the note of ${note.author_name}`}
                    onClick={() => setDeleted(note)}
                  >
                    <Trash2 aria-hidden="true" className="size-4" />
                  </Button>
                </p>
              </li>
            ))}
          </ul>
        )}
        <NewNote order_id={order.id} />
      </div>
      <ConfirmDialog
        open={deleted !== null}
        onOpenChange={() => setDeleted(null)}
        title="Delete this note?"
        text="It stays readable in the list of changes."
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() => deleted && remove.mutate({ id: deleted.id })}
      />
    </Card>
  )
}

/** The text stays until it is stored. Ctrl-Enter adds it. */
function NewNote({ order_id }: { order_id: string }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useAdminMutation({
    run: client.orders.add_note,
    success: 'Note added',
    refresh,
    onSuccess: () => setText(''),
  })
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    const parsed = NoteText.safeParse({ text })
    setProblem(parsed.error?.issues[0]?.message)
    if (parsed.success && !isPending) mutate({ id: order_id, text: parsed.data.text })
  }
  return (
    <Form label="New note" onSubmit={submit} className="grid gap-2.5">
      <Field label="Add a note" error={problem}>
        <Textarea
          rows={2}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
          }}
        />
      </Field>
      <Button
        type="submit"
        look="soft"
        size="small"
        className="justify-self-start"
        busy={isPending}
      >
        Add note
      </Button>
    </Form>
  )
}
