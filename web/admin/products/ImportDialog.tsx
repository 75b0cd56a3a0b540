import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ImportResult,
  LONGEST_CSV,
  type ProductImport,
  SOURCE_NAMES,
} from '#contract/moving-in.ts'
import { api, client } from '../../lib/api.ts'
import { Checkbox } from '../../ui/Field.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { FieldChanges } from '../kit/ChangeHistory.tsx'
import { ChooseCsv, DryRunOutcome, DryRunStatus, ImportFrame } from '../kit/import-parts.tsx'
import { countProducts } from './BulkUndoBar.tsx'
import { MovedSummary } from './MovedSummary.tsx'

/** Choose a file, see what it would do, then import it: all of it, or nothing. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [csv, setCsv] = useState<string | null>(null)
  const [leaveOut, setLeaveOut] = useState(false)
  const [forward, setForward] = useState(true)
  const check = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > LONGEST_CSV) throw new TypeError('too large')
      const text = await file.text()
      const result = await client.products.import({ csv: text, dry_run: true })
      setCsv(text)
      return result
    },
  })
  const apply = useAdminMutation({
    run: (input: Omit<ProductImport, 'dry_run'>) =>
      client.products.import({ ...input, dry_run: false }),
    refresh: [api.products.key(), api.categories.key()],
    onSuccess: ({ applied, created, updated, pictures }) => {
      // Somebody changed the shop since the file was checked.
      if (!applied) return toast.error('Nothing was imported', 'Please choose the file again.')
      const later = pictures > 0 ? 'Their pictures are being fetched.' : undefined
      toast.success(`${countProducts(created + updated)} imported successfully`, later)
      onClose()
    },
  })
  const result = check.data
  const mayLeaveOut = result !== undefined && canLeaveOut(result)
  const isReady = csv !== null && (result?.problems.length === 0 || (mayLeaveOut && leaveOut))
  const count = result ? result.created + result.updated : 0
  return (
    <ImportFrame
      title="Import products"
      description="Export the list, change it in a spreadsheet, and import it again. Rows without an id become new products. You see what will happen before anything is saved."
      confirm={{
        label: count === 0 ? 'Import' : `Import ${countProducts(count)}`,
        busy: apply.isPending,
        disabled: !isReady || count === 0,
        onClick: () =>
          csv !== null && apply.mutate({ csv, leave_out_broken: leaveOut, redirects: forward }),
      }}
      onClose={onClose}
    >
      <ChooseCsv
        hint="Up to 5,000 products, separated by , or ;"
        onChoose={(file) => {
          setCsv(null)
          setLeaveOut(false)
          if (file) check.mutate(file)
        }}
      />
      <p className="text-quiet text-sm">
        Do you come from Shopify or WooCommerce? Choose the file of products that you exported
        there: it is recognised, and its pictures are fetched.
      </p>
      <p className="text-quiet text-sm">
        The columns <Code>group</Code>, <Code>option</Code>, <Code>value</Code> and{' '}
        <Code>colour</Code> make products sizes or shades of one thing, such as Rosehip Serum, Size,
        30 ml.
      </p>
      <DryRunStatus isPending={check.isPending} error={check.error} mostMb={8}>
        {result && <Result result={result} isLeavingOut={mayLeaveOut && leaveOut} />}
        {result && !check.isPending && result.redirects > 0 && (
          <Checkbox
            label={`Forward ${result.redirects} addresses of the old shop, such as /products/rose-oil, to these products and categories`}
            checked={forward}
            onChange={({ target }) => setForward(target.checked)}
          />
        )}
        {result && !check.isPending && mayLeaveOut && (
          <Checkbox
            label={leaveOutLabel(result)}
            checked={leaveOut}
            onChange={({ target }) => setLeaveOut(target.checked)}
          />
        )}
      </DryRunStatus>
    </ImportFrame>
  )
}

const Code = ({ children }: { children: string }) => (
  <code className="text-[0.8125rem] text-ink">{children}</code>
)

/** A problem in the first line is about the whole file. */
const canLeaveOut = ({ source, problems, created }: ImportResult) =>
  source !== 'petal' && created > 0 && problems.length > 0 && problems.every(({ line }) => line > 1)

const leaveOutLabel = ({ broken, created }: ImportResult) =>
  broken > 0
    ? `Leave out the ${countProducts(broken)} with problems, and import the other ${created}`
    : `Leave out these rows, and import ${countProducts(created)}`

type ResultProps = { result: ImportResult; isLeavingOut: boolean }

function Result({ result, isLeavingOut }: ResultProps) {
  const { created, updated, unchanged, problems, changes, source } = result
  return (
    <>
      <DryRunOutcome
        problems={problems}
        isLeavingOut={isLeavingOut}
        success={
          source === 'petal'
            ? `${created} new, ${updated} changed, ${unchanged} unchanged.`
            : `${countProducts(created)} from ${SOURCE_NAMES[source]}.`
        }
      />
      {source !== 'petal' && <MovedSummary result={result} />}
      {problems.length === 0 && changes.length > 0 && (
        <NamedList label="What will change" className="grid gap-2">
          {changes.map(({ line, name, id, fields }) => (
            <li key={line} className="grid gap-2 rounded-card border border-line bg-paper p-3">
              <p className="wrap-anywhere font-medium text-sm">
                {name} <span className="font-normal text-quiet">line {line}</span>
                {id === null && <span className="font-normal text-leaf"> · new</span>}
              </p>
              {id !== null && (
                <FieldChanges
                  before={valuesOf(fields, 'before')}
                  after={valuesOf(fields, 'after')}
                />
              )}
            </li>
          ))}
        </NamedList>
      )}
    </>
  )
}

type Field = ImportResult['changes'][number]['fields'][number]

const valuesOf = (fields: readonly Field[], side: 'before' | 'after') =>
  Object.fromEntries(fields.map((one) => [one.field, one[side]]))
