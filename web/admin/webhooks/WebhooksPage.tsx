import { useQuery } from '@tanstack/react-query'
import { BookText, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '#contract/webhooks.ts'
import { api } from '../../lib/api.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { Deliveries } from './Deliveries.tsx'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'

/** Addresses of other programs that are called when something happens, and what was sent. */
export function WebhooksPage() {
  const webhooks = useQuery(api.webhooks.list.queryOptions())
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" className="size-4" />
      New webhook
    </Button>
  )
  return (
    <AdminPage
      help="webhooks"
      wide
      title="Webhooks"
      actions={
        <>
          <a
            href="/api/docs#webhooks"
            target="_blank"
            rel="noreferrer"
            className={buttonStyle({ look: 'outline', size: 'narrow' })}
          >
            <BookText aria-hidden="true" className="size-4" />
            What is sent
          </a>
          {add}
        </>
      }
    >
      <WhenLoaded query={webhooks} failure="Failed to load the webhooks">
        {(found) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <Addresses webhooks={found} add={add} />
            <Deliveries webhooks={found} />
          </div>
        )}
      </WhenLoaded>
      {isAdding && <WebhookDialog onClose={() => setAdding(false)} />}
    </AdminPage>
  )
}

function Addresses({ webhooks, add }: { webhooks: readonly Webhook[]; add: React.ReactNode }) {
  if (webhooks.length === 0) {
    return (
      <Card title="Nothing is called yet">
        <p className="mb-4 max-w-2xl text-quiet">
          A webhook calls the address of another program, such as bookkeeping or shipping, as soon
          as an order is paid, shipped or cancelled, stock runs low or a customer signs up.
        </p>
        {add}
      </Card>
    )
  }
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {webhooks.map((webhook) => (
        <li key={webhook.id}>
          <WebhookCard webhook={webhook} />
        </li>
      ))}
    </ul>
  )
}
