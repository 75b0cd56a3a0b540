import { CornerUpRight } from 'lucide-react'
import { type MissingPage, MissingPageQuery } from '#contract/redirects.ts'
import { api } from '../../lib/api.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../kit/DataTable.tsx'
import { useList } from '../kit/list.ts'
import type { Column } from '../kit/table-rows.tsx'

/** Which addresses visitors ask for in vain; a redirect takes one off the list. */
export function MissingPages({ onRedirect }: { onRedirect: (path: string) => void }) {
  const list = useList(MissingPageQuery, (input) => api.redirects.missing.queryOptions({ input }))
  const robots = (list.data as { robots?: number } | undefined)?.robots ?? 0
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-quiet text-sm">
        In the last thirty days, without who asked. An address goes from the list as soon as it
        leads somewhere.
        {robots > 0 &&
          ` Robots that look for other software (such as /wp-login.php) asked ${robots === 1 ? 'once' : `${robots.toLocaleString('en-US')} times`}; that is not listed.`}
      </p>
      <DataTable
        label="addresses"
        list={list}
        columns={columns}
        rowName={({ path }) => path}
        searchLabel="Search by address"
        empty={{
          title: 'Nothing is missed',
          text: 'Addresses that visitors ask for and that lead nowhere appear here within a minute.',
        }}
        rowActions={({ path }) => (
          <Button look="outline" size="small" onClick={() => onRedirect(path)}>
            <CornerUpRight aria-hidden="true" className="size-4" />
            Redirect<span className="sr-only"> {path}</span>
          </Button>
        )}
      />
    </div>
  )
}

const columns: readonly Column<MissingPage>[] = [
  {
    id: 'path',
    header: 'Address',
    sort: 'path',
    phone: 'title',
    cell: ({ path }) => <span className="font-medium [overflow-wrap:anywhere]">{path}</span>,
  },
  {
    id: 'hits',
    header: 'Asked for',
    sort: 'hits',
    align: 'right',
    cell: ({ hits }) => hits.toLocaleString('en-US'),
  },
  {
    id: 'last_day',
    header: 'Last on',
    sort: 'last_day',
    className: 'whitespace-nowrap',
    cell: ({ last_day }) => <LocalTime iso={`${last_day}T12:00:00.000Z`} />,
  },
]
