import { useQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import type { AdminProduct, Announcement } from '#contract/edit-products.ts'
import { api, client } from '../../lib/api.ts'
import { discountPercent } from '../../lib/format.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

type Kind = Announcement['kind']

const NAMES: Record<Kind, string> = {
  'new-product': 'Announce as new',
  'sale-alert': 'Announce the sale',
}

/** The admin's choice to write about a product to everyone who agreed to news; each announcement goes out once. */
export function AnnounceProduct({ product }: { product: AdminProduct }) {
  const { id, full_name, price, original_price, stock } = product
  const [chosen, setChosen] = useState<Kind | null>(null)
  const past = useQuery(api.products.announcements.queryOptions({ input: { id } }))
  const audience = useQuery(api.mails.audience.queryOptions())
  const announce = useAdminMutation({
    run: (kind: Kind) => client.products.announce({ id, kind }),
    success: 'The announcement is on its way',
    refresh: [api.products.key(), api.audit_log.key(), api.mails.key()],
    onSuccess: () => setChosen(null),
  })
  const people = audience.data?.people ?? 0
  const isAnnounced = (kind: Kind) =>
    past.data?.some((one) => one.kind === kind && (kind === 'new-product' || one.price === price))
  const kinds: Kind[] = [
    'new-product',
    ...(discountPercent(price, original_price) === null ? [] : (['sale-alert'] as const)),
  ]
  return (
    <Card
      title="Announce"
      text={`A mail to everyone who agreed to news${audience.data ? `: ${people} ${people === 1 ? 'person' : 'people'} now` : ''}.`}
    >
      <WhenLoaded query={past} failure="Failed to load announcements" isSmall placeholder={null} />
      <WhenLoaded
        query={audience}
        failure="Failed to load the audience"
        isSmall
        placeholder={null}
      />
      {stock > 0 && past.data && audience.data && (
        <div className="flex flex-wrap gap-2">
          {kinds
            .filter((kind) => !isAnnounced(kind))
            .map((kind) => (
              <Button key={kind} look="soft" size="small" onClick={() => setChosen(kind)}>
                <Megaphone aria-hidden="true" className="size-4" />
                {NAMES[kind]}
              </Button>
            ))}
        </div>
      )}
      {stock === 0 && <p className="text-sm">A sold-out product is not announced.</p>}
      {past.data && past.data.length > 0 && (
        <ul className="mt-3 grid gap-1 text-quiet text-sm">
          {past.data.map((one) => (
            <li key={`${one.kind} ${one.price}`}>
              {one.kind === 'new-product' ? 'Announced as new' : 'Sale announced'} by{' '}
              {one.actor_name}, <LocalTime iso={one.created_at} />
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={chosen !== null}
        onOpenChange={() => setChosen(null)}
        title={chosen ? `${NAMES[chosen]}?` : ''}
        text={`${people} ${people === 1 ? 'person gets' : 'people get'} a mail about ${full_name}. It cannot be called back.`}
        confirmLabel="Send"
        busy={announce.isPending}
        onConfirm={() => chosen && announce.mutate(chosen)}
      />
    </Card>
  )
}
