import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { AdminProductRow } from '#contract/edit-products.ts'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

export type Joinable = Pick<
  AdminProductRow,
  'id' | 'name' | 'price' | 'stock' | 'image_url' | 'archived_at'
>

const MOST_SHOWN = 5

type JoinProductProps = {
  /** The members already. */
  except: readonly string[]
  onJoin: (product: Joinable) => void
}

/** Products without a group, found by name. */
export function JoinProduct({ except, onJoin }: JoinProductProps) {
  const [q, setQ] = useState('')
  const text = useDeferredValue(q.trim())
  const found = useQuery({
    ...api.products.admin_list.queryOptions({ input: { q: text, per_page: 50 } }),
    placeholderData: keepPreviousData,
    enabled: text !== '',
  })
  const products = (found.data?.items ?? [])
    .filter(({ id, group_id }) => group_id === null && !except.includes(id))
    .slice(0, MOST_SHOWN)
  return (
    <div className="grid gap-2">
      <Field
        label="Join a product that you have already"
        optional
        hint={text === '' ? 'It keeps its page, price, stock and reviews.' : undefined}
      >
        <Input
          type="search"
          value={q}
          maxLength={100}
          autoComplete="off"
          placeholder="Search by name"
          onChange={({ target }) => setQ(target.value)}
          // It would save the group.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      {text !== '' && (
        <WhenLoaded
          query={found}
          failure="Failed to load products"
          isSmall
          placeholder={<Skeleton className="h-14" />}
        >
          {() =>
            products.length === 0 ? (
              <p role="status" className="text-quiet text-sm">
                No product without a group has this name.
              </p>
            ) : (
              <NamedList label="Products to join" className="divide-y divide-line">
                {products.map((product) => (
                  <Found key={product.id} product={product} onJoin={() => onJoin(product)} />
                ))}
              </NamedList>
            )
          }
        </WhenLoaded>
      )}
    </div>
  )
}

function Found({ product, onJoin }: { product: Joinable; onJoin: () => void }) {
  const formatMoney = useMoney()
  const { name, price, stock, image_url } = product
  return (
    <li className="flex items-center gap-3 py-2">
      <Picture
        src={image_url}
        alt=""
        sizes="40px"
        className="size-10 shrink-0 rounded-md object-cover"
      />
      <span className="grid min-w-0 flex-1 text-sm">
        <span className="truncate font-medium">{name}</span>
        <span className="text-quiet tabular-nums">
          {formatMoney(price)} · {stock} in stock
        </span>
      </span>
      <Button look="soft" size="small" aria-label={`Join ${name}`} onClick={onJoin}>
        Join
      </Button>
    </li>
  )
}
