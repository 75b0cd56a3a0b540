import { useMutation } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert, Truck } from 'lucide-react'
import { useState } from 'react'
import { orderNumber } from '#contract/ids.ts'
import {
  LONGEST_SHIPMENTS_CSV,
  MOST_SHIPMENTS,
  type ShipmentRow,
  type ShipmentsResult,
} from '#contract/packing.ts'
import { api, client } from '../../lib/api.ts'
import { NamedList } from '../../ui/NamedList.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { ChooseCsv, DryRunStatus, ImportFrame } from '../kit/import-parts.tsx'

const countOf = (count: number) => (count === 1 ? '1 order' : `${count} orders`)

const countRows = (rows: readonly ShipmentRow[], outcome: ShipmentRow['outcome']) =>
  rows.filter((row) => row.outcome === outcome).length

/** Choose a file, see what it would do, then ship what can be shipped. */
export function ShipFromCsv({ onClose }: { onClose: () => void }) {
  const [csv, setCsv] = useState<string | null>(null)
  const check = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > LONGEST_SHIPMENTS_CSV) throw new TypeError('too large')
      const text = await file.text()
      const result = await client.orders.ship_from_csv({ csv: text, dry_run: true })
      setCsv(text)
      return result
    },
  })
  const apply = useAdminMutation({
    run: (text: string) => client.orders.ship_from_csv({ csv: text, dry_run: false }),
    refresh: [api.orders.key(), api.mails.key()],
    onSuccess: ({ rows }) => {
      toast.success(`${countOf(countRows(rows, 'ship'))} shipped`)
      // A colleague may have changed an order since the file was checked: what was left out stays on the screen.
      const left = countRows(rows, 'problem')
      if (left === countRows(check.data?.rows ?? [], 'problem')) onClose()
      else setCsv(null)
    },
  })
  const result = apply.data ?? (csv === null ? undefined : check.data)
  const count = csv === null ? 0 : countRows(check.data?.rows ?? [], 'ship')
  return (
    <ImportFrame
      title="Ship from a CSV file"
      description="One row for each order, with the columns order, tracking number and, if you like, tracking link; further columns are not looked at. You see what will happen before anything is sent."
      confirm={{
        label: count === 0 ? 'Ship' : `Ship ${countOf(count)}`,
        busy: apply.isPending,
        disabled: count === 0 || check.isPending,
        onClick: () => csv !== null && apply.mutate(csv),
      }}
      onClose={onClose}
    >
      <ChooseCsv
        hint={`Up to ${MOST_SHIPMENTS.toLocaleString('en-US')} orders, separated by , or ;`}
        onChoose={(file) => {
          if (!file) return
          setCsv(null)
          apply.reset()
          check.mutate(file)
        }}
      />
      <DryRunStatus isPending={check.isPending} error={check.error} mostMb={1}>
        {result && <Result result={result} />}
      </DryRunStatus>
    </ImportFrame>
  )
}

function Result({ result: { rows, problems } }: { result: ShipmentsResult }) {
  const left = countRows(rows, 'problem') + problems.length
  const done = countRows(rows, 'done')
  const parts = [
    `${countOf(countRows(rows, 'ship'))} to ship`,
    done > 0 && `${countOf(done)} shipped before`,
    left > 0 && `${left} ${left === 1 ? 'row is' : 'rows are'} left out`,
  ].filter(Boolean)
  const Icon = left > 0 ? TriangleAlert : CircleCheck
  return (
    <>
      <p className="flex items-start gap-2.5">
        <Icon
          aria-hidden="true"
          className={`mt-0.5 size-5 shrink-0 ${left > 0 ? 'text-honey' : 'text-leaf'}`}
        />
        <span>{parts.join(', ')}.</span>
      </p>
      <NamedList label="Rows of the file" className="grid gap-2 text-sm">
        {problems.map(({ line, reason }) => (
          <li key={`${line} ${reason}`} className="rounded-card bg-danger-tint px-4 py-2.5">
            <span className="font-medium text-danger tabular-nums">Line {line}</span> {reason}
          </li>
        ))}
        {rows.map((row) => (
          <Row key={row.line} row={row} />
        ))}
      </NamedList>
    </>
  )
}

function Row({ row }: { row: ShipmentRow }) {
  const { line, order, id, customer, tracking_number, outcome, problem } = row
  return (
    <li
      className={`grid gap-x-4 gap-y-1 rounded-card px-4 py-2.5 [overflow-wrap:anywhere] sm:grid-cols-[4.5rem_minmax(0,1fr)_minmax(0,1fr)] ${outcome === 'problem' ? 'bg-danger-tint' : 'border border-line bg-paper'}`}
    >
      <span className="text-quiet tabular-nums">Line {line}</span>
      <span>
        <span className="font-medium font-mono">{id ? orderNumber(id) : order || '–'}</span>{' '}
        {customer}
      </span>
      <span>
        {outcome === 'ship' && (
          <span className="flex items-center gap-2">
            <Truck aria-hidden="true" className="size-4 shrink-0 text-leaf" />
            {tracking_number}
          </span>
        )}
        {outcome === 'done' && <span className="text-quiet">Shipped before</span>}
        {outcome === 'problem' && <span className="text-danger">{problem}</span>}
      </span>
    </li>
  )
}
