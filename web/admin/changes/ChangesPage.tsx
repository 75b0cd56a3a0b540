import { AUDIT_ACTIONS, type AuditEntry, AuditQuery } from '#contract/insights.ts'
import { api } from '../../lib/api.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { ACTION_WORDS, FieldChanges } from '../kit/ChangeHistory.tsx'
import { areaName, objectName } from '../kit/change-words.ts'
import { DataTable } from '../kit/DataTable.tsx'
import { FilterDates } from '../kit/FilterDates.tsx'
import { FilterSelect } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import type { Column } from '../kit/table-rows.tsx'

const OBJECT_TYPES = [
  'products',
  'product_groups',
  'product_attributes',
  'search_synonyms',
  'categories',
  'coupons',
  'shipping_zones',
  'tax_rates',
  'tax_settings',
  'orders',
  'reviews',
  'clover_settings',
  'banner_content',
  'testimonials',
  'before_after',
  'pages',
  'shop_texts',
  'site_settings',
  'section_backgrounds',
  'contact_messages',
  'mail_suppressions',
].map((value) => ({ value, label: areaName(value) }))

const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'created_at',
    header: 'When',
    sort: 'created_at',
    className: 'whitespace-nowrap align-top',
    cell: ({ created_at }) => <LocalTime iso={created_at} withTime />,
  },
  {
    id: 'actor',
    header: 'Who',
    className: 'align-top',
    cell: ({ actor_name }) => (
      <span className="block max-w-48 truncate" title={actor_name}>
        {actor_name}
      </span>
    ),
  },
  {
    id: 'object',
    header: 'What',
    phone: 'title',
    className: 'min-w-48 align-top',
    cell: ({ action, object_type, object_name }) => (
      <>
        <span className="line-clamp-2 font-medium [overflow-wrap:anywhere]">
          {objectName({ object_type, object_name })}
        </span>
        <span className="block text-quiet text-xs">
          {areaName(object_type)}, {ACTION_WORDS[action]}
        </span>
      </>
    ),
  },
  {
    id: 'fields',
    header: 'Fields',
    phone: 'none',
    className: 'w-1/2 align-top',
    cell: ({ action, before, after }) =>
      action === 'update' ? <FieldChanges before={before} after={after} /> : null,
  },
]

/** Every change that administrators made. */
export function ChangesPage() {
  const list = useList(AuditQuery, (input) => api.audit_log.list.queryOptions({ input }))
  return (
    <AdminPage help="changes" wide title="Who changed what">
      <DataTable
        label="changes"
        list={list}
        columns={columns}
        rowName={objectName}
        searchLabel="Search by name"
        exportName="audit_log"
        empty={{
          title: 'No changes yet',
          text: 'What you and your colleagues change is listed here.',
        }}
        filters={
          <>
            <FilterSelect list={list} name="object_type" label="Area" options={OBJECT_TYPES} />
            <FilterSelect
              list={list}
              name="action"
              label="Action"
              options={AUDIT_ACTIONS.map((value) => ({ value, label: ACTION_WORDS[value] }))}
            />
            <FilterDates list={list} />
          </>
        }
      />
    </AdminPage>
  )
}
