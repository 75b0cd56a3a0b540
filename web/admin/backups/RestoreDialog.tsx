import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Backup } from '#contract/backups.ts'
import type { BackupChoice, InspectedBackup } from '#contract/restores.ts'
import { api, client } from '../../lib/api.ts'
import { errorMessage, hasErrorCode } from '../../lib/errors.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button, Spinner } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { type Followed, isRow, RestoreProgress } from './RestoreProgress.tsx'

export type Restorable = { backup: Backup; source: BackupChoice['source'] }

const LOOK_MS = 1500

/** Why a backup can not be used, with what the server says of it. */
export const reasonOf = (error: unknown) =>
  hasErrorCode(error, 'BACKUP_UNREADABLE') || hasErrorCode(error, 'BUCKET_REFUSED')
    ? `${error.message} ${error.data.reason}`
    : errorMessage(error)

type RestoreDialogProps = Restorable & { onClose: () => void }

/** Looks inside, asks for the name of the shop, and then shows how far it is until the shop is back. */
export function RestoreDialog({ backup, source, onClose }: RestoreDialogProps) {
  const [passphrase, setPassphrase] = useState('')
  const [started, setStarted] = useState<string | null>(null)
  const choice = { source, name: backup.name, passphrase }
  const inspection = useMutation({ mutationFn: () => client.restores.inspect(choice) })
  const followed = useFollowed(started)
  const isOver = followed === 'signed-out' || (isRow(followed) && followed.state !== 'running')
  return (
    <Dialog
      open
      // Until it is over, there is nothing else to do here.
      onOpenChange={(open) => !open && (!started || isOver) && onClose()}
      title="Restore the shop"
      description={
        <>
          From the backup of <LocalTime iso={backup.created_at} withTime />
        </>
      }
    >
      {started ? (
        <RestoreProgress restore={followed} onClose={onClose} />
      ) : inspection.data ? (
        <Confirm inspected={inspection.data} choice={choice} onStarted={setStarted} />
      ) : (
        <Form
          label="Look inside"
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            inspection.mutate()
          }}
        >
          {source === 'copies' ? (
            <Field
              label="Passphrase"
              hint="The one that you chose when this copy was made."
              error={inspection.error ? reasonOf(inspection.error) : undefined}
            >
              <Input
                type="password"
                autoComplete="off"
                value={passphrase}
                onChange={({ target }) => setPassphrase(target.value)}
              />
            </Field>
          ) : (
            <p className="text-sm">First see what is in it. Nothing is changed by that.</p>
          )}
          {source === 'here' && inspection.error && (
            <p role="alert" className="font-medium text-danger text-sm">
              {reasonOf(inspection.error)}
            </p>
          )}
          <div>
            <Button type="submit" busy={inspection.isPending}>
              See what it holds
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  )
}

/** While the shop is closed, it answers nothing else; the last answer is shown on. */
function useFollowed(id: string | null): Followed {
  const { data, error } = useQuery({
    ...api.restores.list.queryOptions(),
    enabled: id !== null,
    retry: false,
    refetchInterval: LOOK_MS,
    gcTime: 0,
  })
  const found = data?.restores.find((one) => one.id === id)
  if (found && found.state !== 'running') return found
  // Whose account is not in the backup has to sign in: the shop is back.
  if (hasErrorCode(error, 'UNAUTHORIZED')) return 'signed-out'
  if (hasErrorCode(error, 'RESTORING')) return { closed: error.data.step }
  // A process that ends or starts meanwhile may not answer.
  return error ? { closed: 'closing' } : found
}

type ConfirmProps = {
  inspected: InspectedBackup
  choice: BackupChoice
  onStarted: (id: string) => void
}

function Confirm({ inspected, choice, onStarted }: ConfirmProps) {
  const shop = useQuery(api.restores.list.queryOptions()).data?.shop_name
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isNamed = typed.trim() === shop
  const start = useMutation({
    mutationFn: () => client.restores.start({ ...choice, shop_name: typed }),
    onSuccess: ({ id }) => onStarted(id),
  })
  if (shop === undefined) return <Spinner />
  return (
    <Form
      label="Restore"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (isNamed) start.mutate()
      }}
    >
      <Holds inspected={inspected} />
      <ol className="grid list-decimal gap-1 pl-5 text-sm">
        <li>The backup is checked and tried in a scratch database. The shop stays open.</li>
        <li>The shop closes. Visitors read that it is being restored.</li>
        <li>A backup of today is taken, with which you can go back.</li>
        <li>The shop is as it was then, and opens again. Orders since then are no longer in it.</li>
      </ol>
      <Field
        label={`Type the name of the shop: ${shop}`}
        error={isChecked && !isNamed ? 'This is not the name of the shop' : undefined}
      >
        <Input
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      {start.error && (
        <p role="alert" className="font-medium text-danger text-sm">
          {reasonOf(start.error)}
        </p>
      )}
      <div>
        <Button type="submit" look="danger" busy={start.isPending}>
          Restore the shop
        </Button>
      </div>
    </Form>
  )
}

const counted = (n: number, one: string, many: string) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

function Holds({ inspected: { holds, is_earlier } }: { inspected: InspectedBackup }) {
  return (
    <section aria-label="What it holds" className="rounded-field bg-blush px-4 py-3 text-sm">
      {holds ? (
        <ul className="grid grid-cols-2 gap-x-4 gap-y-1 font-medium">
          <li>{counted(holds.products, 'product', 'products')}</li>
          <li>{counted(holds.orders, 'order', 'orders')}</li>
          <li>{counted(holds.customers, 'customer', 'customers')}</li>
          <li>{counted(holds.files, 'file', 'files')}</li>
        </ul>
      ) : (
        <p>It was made by a version of Petal that did not count what it holds.</p>
      )}
      {holds?.last_order_at && (
        <p className="mt-2 text-quiet">
          The last order in it is of <LocalTime iso={holds.last_order_at} withTime />.
        </p>
      )}
      {is_earlier && (
        <p className="mt-2 text-quiet">
          It was made by an earlier version of Petal, and is brought up to date on the way.
        </p>
      )}
    </section>
  )
}
