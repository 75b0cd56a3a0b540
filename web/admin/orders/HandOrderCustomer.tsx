import { useQuery } from '@tanstack/react-query'
import { UserRound, X } from 'lucide-react'
import { useState } from 'react'
import type { ShippingAddress } from '#contract/orders.ts'
import type { KnownCustomer } from '#contract/orders-by-hand.ts'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, Field, Input } from '../../ui/Field.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { useDebounced } from '../kit/use-debounced.ts'
import type { Draft, Problems } from './hand-order.ts'

type Props = {
  draft: Draft
  problems: Problems
  /** The total depends on where it is handed over. */
  asksPlace: boolean
  /** The account of an order that is there already stays. */
  isNew: boolean
  onChange: (change: Partial<Draft>) => void
}

/** Who it is for, and where it goes. */
export function HandOrderCustomer({ draft, problems, asksPlace, isNew, onChange }: Props) {
  const choose = ({ user_id, email, full_name, address }: KnownCustomer) =>
    onChange({
      account: user_id ? { user_id, email, full_name } : null,
      address: address ?? { ...draft.address, fullName: full_name, email },
      guest_name: full_name,
      guest_email: email,
    })
  return (
    <div className="grid gap-5">
      {isNew && <Finder onChoose={choose} />}
      {draft.account && (
        <p className="flex flex-wrap items-center gap-2.5 rounded-card bg-blush/50 px-4 py-2.5 text-sm">
          <UserRound aria-hidden="true" className="size-4 text-rose" />
          <span className="min-w-0 flex-1 wrap-anywhere">
            For the account of {draft.account.full_name || draft.account.email} (
            {draft.account.email})
          </span>
          {isNew && (
            <Button look="outline" size="small" onClick={() => onChange({ account: null })}>
              <X aria-hidden="true" className="size-4" />
              As a guest
            </Button>
          )}
        </p>
      )}
      <Checkbox
        label="Handed over in person, at a market or in the shop: no address, no shipping"
        checked={draft.in_person}
        onChange={({ target }) => onChange({ in_person: target.checked })}
      />
      {draft.in_person ? (
        <InPerson draft={draft} problems={problems} asksPlace={asksPlace} onChange={onChange} />
      ) : (
        <AddressFields
          address={draft.address}
          problems={problems}
          onChange={(address) => onChange({ address })}
        />
      )}
    </div>
  )
}

function Finder({ onChoose }: { onChoose: (customer: KnownCustomer) => void }) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim())
  const found = useQuery({
    ...api.orders.find_customers.queryOptions({ input: { q } }),
    enabled: q !== '',
  })
  // Nobody of an earlier text: a fast hand would choose the wrong person.
  const people = q !== '' && q === text.trim() ? found.data : undefined
  return (
    <div className="grid gap-3">
      <Field label="Find a customer" optional hint="Or type the name and address below.">
        <Input
          type="search"
          autoComplete="off"
          placeholder="Name or e-mail address"
          maxLength={100}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      <div role="status">
        {found.isError && <p className="text-danger text-sm">The customers could not be loaded.</p>}
        {people?.length === 0 && (
          <p className="text-quiet text-sm">Nobody is known by this name or address.</p>
        )}
      </div>
      {people && people.length > 0 && (
        <NamedList label="Customers found" className="grid gap-1 rounded-card bg-blush/50 p-2">
          {people.map((customer) => (
            <li key={customer.user_id ?? customer.email}>
              <button
                type="button"
                onClick={() => {
                  onChoose(customer)
                  setText('')
                }}
                className="flex min-h-11 w-full flex-wrap items-center gap-x-3 rounded-md px-3 py-1.5 text-left hover:bg-paper"
              >
                <span className="font-medium">{customer.full_name || customer.email}</span>
                <span className="text-quiet text-sm wrap-anywhere">{customer.email}</span>
                <span className="text-quiet text-sm sm:ml-auto">
                  {customer.user_id ? 'Account' : 'Guest'}
                </span>
              </button>
            </li>
          ))}
        </NamedList>
      )}
    </div>
  )
}

const FIELDS: { name: keyof ShippingAddress; label: string; half?: boolean; type?: string }[] = [
  { name: 'fullName', label: 'Full name', half: true },
  { name: 'email', label: 'Email', half: true, type: 'email' },
  { name: 'address', label: 'Address' },
  { name: 'city', label: 'City', half: true },
  { name: 'state', label: 'State', half: true },
  { name: 'zipCode', label: 'ZIP code', half: true },
  { name: 'country', label: 'Country', half: true },
]

type AddressProps = {
  address: ShippingAddress
  problems: Problems
  onChange: (address: ShippingAddress) => void
}

function AddressFields({ address, problems, onChange }: AddressProps) {
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      {FIELDS.map(({ name, label, half, type = 'text' }) => (
        <Field
          key={name}
          label={label}
          error={problems[`shipping_address.${name}`]}
          className={half ? undefined : 'sm:col-span-2'}
        >
          <Input
            type={type}
            autoComplete="off"
            value={address[name]}
            onChange={({ target }) => onChange({ ...address, [name]: target.value })}
          />
        </Field>
      ))}
    </div>
  )
}

const PLACES = [
  ['country', 'Country of the sale'],
  ['state', 'State of the sale'],
  ['zipCode', 'ZIP code of the sale'],
] as const

function InPerson({ draft, problems, asksPlace, onChange }: Omit<Props, 'isNew'>) {
  const { account, guest_name, guest_email, sold_at } = draft
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      {!account && (
        <>
          <Field label="Name" optional error={problems.guest_name}>
            <Input
              autoComplete="off"
              value={guest_name}
              onChange={({ target }) => onChange({ guest_name: target.value })}
            />
          </Field>
          <Field
            label="Email"
            optional
            hint="For the confirmation with the invoice, or the link."
            error={problems.guest_email}
          >
            <Input
              type="email"
              autoComplete="off"
              value={guest_email}
              onChange={({ target }) => onChange({ guest_email: target.value })}
            />
          </Field>
        </>
      )}
      {asksPlace &&
        PLACES.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            hint={name === 'country' ? 'Tax depends on it.' : undefined}
          >
            <Input
              autoComplete="off"
              value={sold_at[name]}
              onChange={({ target }) => onChange({ sold_at: { ...sold_at, [name]: target.value } })}
            />
          </Field>
        ))}
    </div>
  )
}
