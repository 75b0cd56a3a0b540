import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { countChoices } from '#contract/choice-words.ts'
import type { AdminGroup } from '#contract/edit-product-groups.ts'
import type { AdminProduct } from '#contract/edit-products.ts'
import { api, client } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { AddSizeDialog } from './AddSizeDialog.tsx'
import { countProducts } from './BulkUndoBar.tsx'
import { GroupDialog } from './GroupDialog.tsx'
import { StockBadge } from './product-columns.tsx'

type SizesSectionProps = {
  product: AdminProduct
  /** A change of the group is saved apart from the form, and may give the product a new version. */
  onRegrouped: (product: AdminProduct) => void
}

export function SizesSection({ product, onRegrouped }: SizesSectionProps) {
  const { id, group_id } = product
  const queries = useQueryClient()
  const takeChanges = async () => {
    const changed = await client.products.admin_get({ id })
    queries.setQueryData(api.products.admin_get.queryKey({ input: { id } }), changed)
    onRegrouped(changed)
  }
  // Without an answer the form has an older version, and saving it shows what changed.
  const onChanged = () => void takeChanges().catch(() => {})
  return group_id === null ? (
    <NoGroup product={product} onChanged={onChanged} />
  ) : (
    <Members product={product} group_id={group_id} onChanged={onChanged} />
  )
}

type PartProps = { product: AdminProduct; onChanged: () => void }

function NoGroup({ product, onChanged }: PartProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title="Sizes and shades"
      text="Does it come in several sizes or shades? As a group they are one card in the shop, and visitors choose on its page."
    >
      <Button look="soft" size="small" onClick={() => setOpen(true)}>
        Make a group
      </Button>
      {isOpen && (
        <GroupDialog
          group={null}
          product={product}
          onSaved={onChanged}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  )
}

function Members({ product, group_id, onChanged }: PartProps & { group_id: string }) {
  const group = useQuery(api.product_groups.get.queryOptions({ input: { id: group_id } }))
  return (
    <Card title="Sizes and shades">
      <WhenLoaded
        query={group}
        failure="Failed to load the group"
        isSmall
        placeholder={<Skeleton className="h-32" />}
      >
        {(data) => (
          <div className="grid gap-4">
            <p className="text-quiet text-sm [overflow-wrap:anywhere]">
              <span className="font-medium text-ink">{data.name}</span>
              {' · '}
              {countChoices(data.members.length, data.option_name)}
            </p>
            <NamedList
              as="ol"
              label={`Members of ${data.name}`}
              className="divide-y divide-line rounded-card border border-line"
            >
              {data.members.map((member) => (
                <MemberRow
                  key={member.product_id}
                  member={member}
                  isShade={data.kind === 'shade'}
                  isThis={member.product_id === product.id}
                />
              ))}
            </NamedList>
            <GroupActions product={product} group={data} onChanged={onChanged} />
          </div>
        )}
      </WhenLoaded>
    </Card>
  )
}

type MemberRowProps = { member: AdminGroup['members'][number]; isShade: boolean; isThis: boolean }

function MemberRow({ member, isShade, isThis }: MemberRowProps) {
  const { product_id, value, colour, price, stock, image_url, archived_at } = member
  const formatMoney = useMoney()
  return (
    <li className="flex items-center gap-3 px-3 py-2.5 text-sm sm:px-3.5">
      {isShade ? (
        <span
          aria-hidden="true"
          className="size-8 shrink-0 rounded-full border border-ink/15"
          style={{ background: colour ?? undefined }}
        />
      ) : (
        <Picture
          src={image_url}
          alt=""
          sizes="32px"
          className="size-8 shrink-0 rounded-md object-cover"
        />
      )}
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
        {isThis ? (
          <span aria-current="true" className="font-semibold">
            {value}
          </span>
        ) : (
          <Link
            to="/admin/products/$id"
            params={{ id: product_id }}
            className="font-medium underline decoration-line underline-offset-4 hover:decoration-ink"
          >
            {value}
          </Link>
        )}
        {isThis && <span className="text-quiet">this product</span>}
        {archived_at && <Badge>Archived</Badge>}
      </span>
      <span className="shrink-0 tabular-nums">{formatMoney(price)}</span>
      <span className="flex w-24 shrink-0 items-center justify-end gap-2 text-right text-quiet tabular-nums">
        {stock === 0 ? <StockBadge stock={0} /> : `${stock} in stock`}
      </span>
    </li>
  )
}

type Open = 'size' | 'group' | 'dissolve'

function GroupActions({ product, group, onChanged }: PartProps & { group: AdminGroup }) {
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const dissolve = useAdminMutation({
    run: client.product_groups.dissolve,
    success: 'Group dissolved successfully',
    refresh: [api.products.key()],
    onSuccess: () => {
      close()
      onChanged()
    },
    onError: () => {
      close()
      void queries.invalidateQueries({ queryKey: api.product_groups.key() })
      return false
    },
  })
  const { id, version, name, option_name, members } = group
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="soft" size="small" onClick={() => setOpen('size')}>
        <Plus aria-hidden="true" className="size-4" />
        Add {option_name.toLowerCase()}
      </Button>
      <Button look="outline" size="small" onClick={() => setOpen('group')}>
        Edit group
      </Button>
      <Button look="quiet" size="small" onClick={() => setOpen('dissolve')}>
        Dissolve group
      </Button>
      {open === 'size' && (
        <AddSizeDialog product={product} group={group} onSaved={onChanged} onClose={close} />
      )}
      {open === 'group' && (
        <GroupDialog product={product} group={group} onSaved={onChanged} onClose={close} />
      )}
      <ConfirmDialog
        open={open === 'dissolve'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={`Dissolve ${name}?`}
        text={`${members.length === 1 ? 'Its product stays' : `Its ${countProducts(members.length)} stay`} in the shop, each by itself, with price, stock and reviews.`}
        confirmLabel="Dissolve"
        busy={dissolve.isPending}
        onConfirm={() => dissolve.mutate({ id, version })}
      />
    </div>
  )
}
