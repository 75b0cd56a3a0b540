import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CustomerDetails } from '#contract/admin-orders.ts'
import { api, client } from '../../lib/api.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'

/** What the list of another shop said about a guest. */
export function ImportedContact({ customer }: { customer: CustomerDetails }) {
  const [isRemoving, setRemoving] = useState(false)
  const { contact } = customer
  if (!contact) return null
  const { address, source, created_at } = contact
  const lines = address && [
    address.address,
    [address.zipCode, address.city].filter(Boolean).join(' '),
    [address.state, address.country].filter(Boolean).join(', '),
  ]
  return (
    <Card title="Imported">
      <div className="grid justify-items-start gap-3 text-sm [overflow-wrap:anywhere]">
        <p>
          {source}
          <span className="block text-quiet">
            <LocalTime iso={created_at} withTime />
          </span>
        </p>
        {lines && (
          <address className="not-italic">
            {lines.filter(Boolean).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        )}
        <Button look="outline" size="small" onClick={() => setRemoving(true)}>
          Delete what was imported
        </Button>
      </div>
      {isRemoving && <RemoveDialog customer={customer} onClose={() => setRemoving(false)} />}
    </Card>
  )
}

type RemoveDialogProps = { customer: CustomerDetails; onClose: () => void }

function RemoveDialog({ customer: { email, order_count }, onClose }: RemoveDialogProps) {
  const navigate = useNavigate()
  const remove = useAdminMutation({
    run: () => client.customers.remove_contact({ email }),
    success: 'What was imported is deleted',
    refresh: [api.customers.key()],
    onSuccess: () => {
      onClose()
      if (order_count === 0) void navigate({ to: '/admin/customers' })
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete what was imported?"
      description="Name, address and the consent of the list are deleted. Orders, and what the person decided in this shop, stay."
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
            Delete
          </Button>
        </>
      }
    >
      <p className="[overflow-wrap:anywhere]">{email}</p>
    </Dialog>
  )
}
