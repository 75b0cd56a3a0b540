import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Filter } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Audience, AudienceMember } from '#contract/audience.ts'
import { api, client } from '../../lib/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import { Field, Form, Input, Select } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { Pager } from '../kit/ListControls.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { formatCount, people, reasonName } from './names.ts'
import { ProductPicker } from './ProductPicker.tsx'

/** All who match except some, or only some of them. */
export type Choice = {
  /** Null until filters are applied. */
  audience: Audience | null
  receiving: number
  only: boolean
  emails: ReadonlySet<string>
}

export const NOBODY: Choice = { audience: null, receiving: 0, only: false, emails: new Set() }

export const countChosen = ({ receiving, only, emails }: Choice) =>
  only ? emails.size : receiving - emails.size

type Props = { choice: Choice; onChange: (choice: Choice) => void }

export function Recipients({ choice, onChange }: Props) {
  const [filters, setFilters] = useState<Audience>({})
  const set = (patch: Partial<Audience>) => setFilters({ ...filters, ...patch })
  const apply = useAdminMutation({
    run: (audience: Audience) => client.campaigns.audience(audience),
    failure: 'Error applying filters',
    onSuccess: ({ receiving }, audience) => {
      onChange({ ...NOBODY, audience, receiving })
      toast.success('Filters applied', `${people(receiving)} found`)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply.mutate(filters)
  }
  return (
    <div className="grid gap-5">
      <Form label="Filter recipients" className="grid gap-4 sm:grid-cols-2" onSubmit={submit}>
        <Field label="People">
          <Select
            value={filters.type ?? ''}
            onChange={({ target }) =>
              set({ type: (target.value || undefined) as Audience['type'] })
            }
          >
            <option value="">Users and guests</option>
            <option value="user">Users: people with an account</option>
            <option value="guest">Guests: bought without an account</option>
          </Select>
        </Field>
        <Field label="Bought product" optional>
          <ProductPicker onChange={(product_id) => set({ product_id })} />
        </Field>
        <Field label="Completed order from" optional>
          <Input
            type="date"
            value={filters.from ?? ''}
            onChange={({ target }) => set({ from: target.value || undefined })}
          />
        </Field>
        <Field label="Completed order to" optional>
          <Input
            type="date"
            value={filters.to ?? ''}
            onChange={({ target }) => set({ to: target.value || undefined })}
          />
        </Field>
        <Button type="submit" look="soft" busy={apply.isPending} className="sm:col-span-2 sm:w-fit">
          <Filter aria-hidden="true" className="size-4" />
          Apply filters
        </Button>
      </Form>
      {choice.audience ? (
        <People audience={choice.audience} choice={choice} onChange={onChange} />
      ) : (
        <p className="rounded-field bg-blush/60 px-4 py-3 text-quiet text-sm">
          Apply the filters to see who gets your mail, and who does not.
        </p>
      )}
    </div>
  )
}

const SHOWN = { receiving: 'Will get it', left_out: 'Left out' } as const
type Shown = keyof typeof SHOWN

function People({ audience, choice, onChange }: Props & { audience: Audience }) {
  const [view, setView] = useState<{ show: Shown; page: number; per_page: number }>({
    show: 'receiving',
    page: 1,
    per_page: 25,
  })
  const input = { ...audience, ...view, per_page: view.per_page as 25 }
  const query = useQuery({
    ...api.campaigns.audience.queryOptions({ input }),
    placeholderData: keepPreviousData,
  })
  if (!query.data) return <WhenLoaded query={query} failure="Failed to load recipients" />
  const { receiving, left_out, items } = query.data
  const leftOut = left_out.reduce((sum, { people: count }) => sum + count, 0)
  const pages = {
    data: query.data,
    search: { per_page: String(view.per_page) },
    set: (patch: Record<string, unknown>) =>
      setView({
        ...view,
        page: Number(patch.page ?? 1),
        per_page: Number(patch.per_page ?? view.per_page),
      }),
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {(Object.keys(SHOWN) as Shown[]).map((show) => (
          <button
            key={show}
            type="button"
            aria-pressed={view.show === show}
            onClick={() => setView({ ...view, show, page: 1 })}
            className={
              view.show === show
                ? 'min-h-9 rounded-full border border-rose bg-blush px-3.5 text-sm pointer-coarse:min-h-11'
                : 'min-h-9 rounded-full border border-field/60 px-3.5 text-sm hover:border-ink pointer-coarse:min-h-11'
            }
          >
            {SHOWN[show]} ({formatCount(show === 'receiving' ? receiving : leftOut)})
          </button>
        ))}
        {view.show === 'receiving' && receiving > 0 && (
          <span className="ml-auto flex gap-1">
            <Button
              look="quiet"
              size="small"
              onClick={() => onChange({ ...choice, only: false, emails: new Set() })}
            >
              Choose all
            </Button>
            <Button
              look="quiet"
              size="small"
              onClick={() => onChange({ ...choice, only: true, emails: new Set() })}
            >
              Choose none
            </Button>
          </span>
        )}
      </div>
      {view.show === 'left_out' && leftOut > 0 && (
        <p className="text-quiet text-sm">
          {left_out
            .map(({ reason, people: count }) => `${formatCount(count)} ${reasonName(reason)}`)
            .join(', ')}
          .
        </p>
      )}
      {items.length === 0 ? (
        <EmptyState
          title={view.show === 'receiving' ? 'Nobody gets it' : 'Nobody is left out'}
          text={
            view.show === 'receiving'
              ? 'No one who matches has agreed to marketing mail.'
              : 'Everybody who matches has agreed to marketing mail.'
          }
        />
      ) : (
        <>
          <ul className="divide-y divide-line rounded-field border border-line">
            {items.map((person) => (
              <Person key={person.email} person={person} choice={choice} onChange={onChange} />
            ))}
          </ul>
          <Pager list={pages} />
        </>
      )}
    </div>
  )
}

function Person({ person, choice, onChange }: Props & { person: AudienceMember }) {
  const { email, name, type, left_out } = person
  const isListed = choice.emails.has(email)
  const toggle = () => {
    const emails = new Set(choice.emails)
    if (!emails.delete(email)) emails.add(email)
    onChange({ ...choice, emails })
  }
  const text = (
    <>
      <span className="grid min-w-0 flex-1 text-sm">
        <span className="truncate font-medium">{name || email}</span>
        {name && <span className="truncate text-quiet">{email}</span>}
        {left_out && <span className="text-honey">{reasonName(left_out)}</span>}
      </span>
      <Badge tone={type === 'user' ? 'blue' : 'blush'}>{type === 'user' ? 'User' : 'Guest'}</Badge>
    </>
  )
  if (left_out) return <li className="flex min-h-12 items-center gap-3 px-3.5 py-2">{text}</li>
  return (
    <li>
      <label className="flex min-h-12 cursor-pointer items-center gap-3 px-3.5 py-2 hover:bg-blush/40">
        <input
          type="checkbox"
          checked={choice.only ? isListed : !isListed}
          onChange={toggle}
          className="size-5 shrink-0 cursor-pointer accent-rose"
        />
        {text}
      </label>
    </li>
  )
}
