import { FileUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { COUNTRY_CODES, STATES } from '#contract/places.ts'
import { type TaxRate, TaxRateQuery, taxPlace } from '#contract/tax.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { DataTable } from '../kit/DataTable.tsx'
import { FilterSelect } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import { placeName } from '../kit/place-names.ts'
import type { Column } from '../kit/table-rows.tsx'
import { ImportRatesDialog } from './ImportRatesDialog.tsx'
import { RateDialog } from './RateDialog.tsx'
import { TaxSettingsCard } from './SettingsForm.tsx'

/** For the head of the page. */
export function RatesActions() {
  const [open, setOpen] = useState<'rate' | 'import' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button look="outline" size="narrow" onClick={() => setOpen('import')}>
        <FileUp aria-hidden="true" className="size-4" />
        Import CSV
      </Button>
      <Button onClick={() => setOpen('rate')}>
        <Plus aria-hidden="true" className="size-4" />
        Add rate
      </Button>
      {open === 'rate' && <RateDialog rate={null} onClose={close} />}
      {open === 'import' && <ImportRatesDialog onClose={close} />}
    </>
  )
}

const COUNTRIES = COUNTRY_CODES.map((value) => ({ value, label: placeName(value) })).sort(
  (one, other) => one.label.localeCompare(other.label, 'en'),
)

export function RatesTab() {
  const list = useList(TaxRateQuery, (input) => api.tax.rates.queryOptions({ input }))
  const [edited, setEdited] = useState<TaxRate | null>(null)
  const [deleted, setDeleted] = useState<TaxRate | null>(null)
  const [isClearing, setClearing] = useState(false)
  const { country, state } = list.search
  const states = Object.entries(STATES[country ?? ''] ?? {})
  const remove = useAdminMutation({
    run: (id: string) => client.tax.remove({ id }),
    success: 'Rate deleted successfully',
    refresh: [api.tax.key(), api.audit_log.key()],
    onSuccess: () => setDeleted(null),
  })
  const clear = useAdminMutation({
    run: (place: { country: string; state: string | null }) => client.tax.remove_place(place),
    success: ({ removed }) => `${removed} ${removed === 1 ? 'rate' : 'rates'} deleted`,
    refresh: [api.tax.key(), api.audit_log.key()],
    onSuccess: () => setClearing(false),
  })
  const place = country ? placeName(state ? `${country}-${state}` : country) : ''
  return (
    <div className="grid gap-5">
      <TaxSettingsCard />
      <DataTable
        label="rates"
        list={list}
        columns={columns}
        rowName={(rate) => `${rate.name}, ${taxPlace(rate)}`}
        searchLabel="Search by ZIP code or name"
        exportName="tax_rates"
        empty={{
          title: 'No rates yet',
          text: 'Add the rates of the places where you collect tax, or import a table. Other places are not taxed.',
        }}
        filters={
          <>
            <FilterSelect list={list} name="country" label="Country" options={COUNTRIES} />
            {states.length > 0 && (
              <FilterSelect
                list={list}
                name="state"
                label="State"
                options={states.map(([value, label]) => ({ value, label }))}
              />
            )}
            {country && (list.data?.total ?? 0) > 0 && (
              <Button look="outline" size="small" onClick={() => setClearing(true)}>
                <Trash2 aria-hidden="true" className="size-4" />
                Delete all of {place}
              </Button>
            )}
          </>
        }
        onOpen={setEdited}
        rowActions={(rate) => (
          <Button
            look="ghost"
            size="icon"
            aria-label={`Delete ${rate.name}, ${taxPlace(rate)}`}
            onClick={() => setDeleted(rate)}
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </Button>
        )}
      />
      {edited && <RateDialog rate={edited} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        open={deleted !== null}
        onOpenChange={(open) => !open && setDeleted(null)}
        title={`Delete ${deleted?.name ?? ''}?`}
        text="It is no longer collected there. Orders that were placed keep what was charged."
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() => deleted && remove.mutate(deleted.id)}
      />
      <ConfirmDialog
        open={isClearing}
        onOpenChange={setClearing}
        title={`Delete all rates of ${place}?`}
        text="Also those that the search does not show. This place is no longer taxed. Orders that were placed keep what was charged."
        confirmLabel="Delete all"
        busy={clear.isPending}
        onConfirm={() => country && clear.mutate({ country, state: state ?? null })}
      />
    </div>
  )
}

const columns: readonly Column<TaxRate>[] = [
  {
    id: 'place',
    header: 'Place',
    sort: 'place',
    phone: 'line',
    cell: ({ country, state, zip }) => (
      <span>
        {[zip, state && placeName(`${country}-${state}`), placeName(country)]
          .filter(Boolean)
          .join(', ')}
      </span>
    ),
  },
  {
    id: 'name',
    header: 'Name',
    phone: 'title',
    cell: ({ name }) => <span className="font-medium [overflow-wrap:anywhere]">{name}</span>,
  },
  { id: 'rate', header: 'Rate', align: 'right', cell: ({ rate }) => `${rate} %` },
  {
    id: 'shipping_taxed',
    header: 'On shipping',
    cell: ({ shipping_taxed }) => (shipping_taxed ? 'Yes' : 'No'),
  },
]
