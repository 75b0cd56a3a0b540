import { useMutation } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { LONGEST_TAX_CSV, type TaxImportResult } from '#contract/tax.ts'
import { api, client } from '../../lib/api.ts'
import { Checkbox } from '../../ui/Field.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { ChooseCsv, DryRunOutcome, DryRunStatus, ImportFrame } from '../kit/import-parts.tsx'

const countPlaces = (count: number) => `${count} ${count === 1 ? 'place' : 'places'}`

type Input = { csv: string; shipping_taxed: boolean }

/** Choose a file, see what it would do, then import it: all of it, or nothing. */
export function ImportRatesDialog({ onClose }: { onClose: () => void }) {
  const [checked, setChecked] = useState<Input | null>(null)
  const [isShippingTaxed, setShippingTaxed] = useState(false)
  const check = useMutation({
    mutationFn: async (input: Input) => {
      const result = await client.tax.import({ ...input, dry_run: true })
      setChecked(input)
      return result
    },
  })
  const read = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > LONGEST_TAX_CSV) throw new TypeError('too large')
      return check.mutateAsync({ csv: await file.text(), shipping_taxed: isShippingTaxed })
    },
  })
  const apply = useAdminMutation({
    run: (input: Input) => client.tax.import({ ...input, dry_run: false }),
    refresh: [api.tax.key(), api.audit_log.key()],
    success: ({ created, updated }) => `${countPlaces(created + updated)} imported successfully`,
    onSuccess: onClose,
  })
  const result = checked ? check.data : undefined
  const isReady = checked !== null && result?.problems.length === 0
  const count = result ? result.created + result.updated : 0
  const isBusy = read.isPending || check.isPending
  return (
    <ImportFrame
      title="Import rates"
      description="A file that you exported here, or a public table of US rates by ZIP code. For each place in the file its rates become those of the file; other places stay as they are. You see what will happen before anything is saved."
      confirm={{
        label: count === 0 ? 'Import' : `Import ${countPlaces(count)}`,
        busy: apply.isPending,
        disabled: !isReady || count === 0 || isBusy,
        onClick: () => checked && apply.mutate(checked),
      }}
      onClose={onClose}
    >
      <ChooseCsv
        hint="Up to 100,000 rows, separated by , or ;"
        onChoose={(file) => {
          setChecked(null)
          if (file) read.mutate(file)
        }}
      />
      <DryRunStatus isPending={isBusy} error={read.error} mostMb={16}>
        {result && <Result result={result} />}
      </DryRunStatus>
      {result?.layout === 'us-table' && checked && (
        <Checkbox
          label="These places tax shipping too (the table does not say it)"
          checked={isShippingTaxed}
          disabled={isBusy}
          onChange={({ target }) => {
            setShippingTaxed(target.checked)
            check.mutate({ ...checked, shipping_taxed: target.checked })
          }}
        />
      )}
    </ImportFrame>
  )
}

function Result({ result }: { result: TaxImportResult }) {
  const { created, updated, unchanged, rates, problems, changes, also, layout } = result
  const kind = layout === 'us-table' ? 'A table of US rates by ZIP code' : 'A file of rates'
  return (
    <>
      <DryRunOutcome
        problems={problems}
        success={`${kind}: ${countPlaces(created)} new, ${updated} changed, ${unchanged} unchanged, ${rates} rates in all.`}
      />
      {problems.length === 0 && also.length > 0 && (
        <p className="flex items-start gap-2.5 rounded-card bg-honey-tint px-4 py-3 text-sm">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-honey" />
          <span>
            These rates hold there too, and add up with those of the file: {also.join(', ')}. Delete
            them if the file contains them already.
          </span>
        </p>
      )}
      {problems.length === 0 && changes.length > 0 && (
        <NamedList label="What will change" className="grid gap-2">
          {changes.map(({ line, place, before, after }) => (
            <li
              key={place}
              className="grid gap-1 rounded-card border border-line bg-paper p-3 text-sm"
            >
              <p className="font-medium">
                {place} <span className="font-normal text-quiet">line {line}</span>
                {before === '' && <span className="font-normal text-leaf"> · new</span>}
              </p>
              {before && <p className="wrap-anywhere text-quiet line-through">{before}</p>}
              <p className="wrap-anywhere">{after}</p>
            </li>
          ))}
        </NamedList>
      )}
    </>
  )
}
