import { useQuery } from '@tanstack/react-query'
import { type TaxReportQuery as Query, TaxReportQuery, type TaxReportRow } from '#contract/tax.ts'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { Amount } from '../kit/Amount.tsx'
import { DataTable } from '../kit/DataTable.tsx'
import { FilterSelect } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import type { Column } from '../kit/table-rows.tsx'

const YEARS_SHOWN = 8

/** What was collected and given back, by month and place. A year at a time, this year first. */
export function ReportTab() {
  const list = useList(TaxReportQuery, (input) => api.tax.report.queryOptions({ input }))
  const thisYear = new Date().getFullYear()
  const years = Array.from({ length: YEARS_SHOWN }, (_, n) => String(thisYear - n))
  return (
    <div className="grid gap-5">
      <Totals year={list.search.year} />
      <DataTable
        label="taxes"
        list={list}
        columns={columns}
        rowName={({ name, place, month }) => `${name}, ${place}, ${month}`}
        exportName="tax_report"
        isSearchable={false}
        filters={
          <FilterSelect
            list={list}
            name="year"
            label="This year"
            options={years.map((value) => ({ value, label: value }))}
          />
        }
        empty={{
          title: 'Nothing collected',
          text: 'Taxes of paid orders appear here, by month and place.',
        }}
      />
    </div>
  )
}

function Totals({ year }: { year: string | undefined }) {
  const formatMoney = useMoney()
  const input: Query = year ? { year: Number(year) } : {}
  const { data } = useQuery(api.tax.report.queryOptions({ input }))
  const sums = data?.totals
  return (
    <dl className="grid grid-cols-3 gap-2 sm:gap-3">
      {(
        [
          ['Collected', sums?.collected],
          ['Given back', sums?.refunded],
          ['Net', sums?.net],
        ] as const
      ).map(([label, value]) => (
        <div key={label} className="rounded-card border border-line bg-paper px-3 py-3 sm:px-4">
          <dt className="text-quiet text-sm">{label}</dt>
          <dd className="font-display text-lg tabular-nums sm:text-2xl">
            {value === undefined ? '…' : formatMoney(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const amount = (id: 'collected' | 'refunded' | 'net', header: string): Column<TaxReportRow> => ({
  id,
  header,
  align: 'right',
  cell: (row) => <Amount of={row[id]} />,
})

const columns: readonly Column<TaxReportRow>[] = [
  { id: 'month', header: 'Month', sort: 'month', phone: 'line', cell: ({ month }) => month },
  { id: 'place', header: 'Place', phone: 'line', cell: ({ place }) => place },
  {
    id: 'name',
    header: 'Tax',
    phone: 'title',
    cell: ({ name, rate }) => (
      <span className="[overflow-wrap:anywhere]">
        {name} {rate}%
      </span>
    ),
  },
  amount('collected', 'Collected'),
  amount('refunded', 'Given back'),
  amount('net', 'Net'),
]
