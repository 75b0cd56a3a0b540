import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportResult, LONGEST_CSV } from '#contract/edit-products.ts'
import { api, client } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button, Spinner } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { FieldChanges } from '../kit/ChangeHistory.tsx'
import { ChooseCsv, DryRunOutcome } from '../kit/import-parts.tsx'
import { countProducts } from './BulkUndoBar.tsx'

/** Choose a file, see what it would do, then import it: all of it, or nothing. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [csv, setCsv] = useState<string | null>(null)
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
    run: (text: string) => client.products.import({ csv: text, dry_run: false }),
    refresh: [api.products.key()],
    success: ({ created, updated }) => `${countProducts(created + updated)} imported successfully`,
    onSuccess: onClose,
  })
  const result = check.data
  const isReady = csv !== null && result?.problems.length === 0
  const count = result ? result.created + result.updated : 0
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Import products"
      description="Export the list, change it in a spreadsheet, and import it again. Rows without an id become new products. You see what will happen before anything is saved."
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            busy={apply.isPending}
            disabled={!isReady || count === 0}
            onClick={() => csv !== null && apply.mutate(csv)}
          >
            {count === 0 ? 'Import' : `Import ${countProducts(count)}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <ChooseCsv
          hint="Up to 5,000 products, separated by , or ;"
          onChoose={(file) => {
            setCsv(null)
            if (file) check.mutate(file)
          }}
        />
        <p className="text-quiet text-sm">
          The columns <Code>group</Code>, <Code>option</Code>, <Code>value</Code> and{' '}
          <Code>colour</Code> make products sizes or shades of one thing, such as Rosehip Serum,
          Size, 30 ml.
        </p>
        <div role="status" className="grid gap-4">
          {check.isPending && (
            <p className="flex items-center gap-2.5">
              <Spinner /> Checking the file…
            </p>
          )}
          {check.isError && (
            <p className="font-medium text-danger">
              {errorMessage(check.error, 'This file could not be read. Is it larger than 8 MB?')}
            </p>
          )}
          {result && <Result result={result} />}
        </div>
      </div>
    </Dialog>
  )
}

const Code = ({ children }: { children: string }) => (
  <code className="text-[0.8125rem] text-ink">{children}</code>
)

function Result({ result }: { result: ImportResult }) {
  const { created, updated, unchanged, problems, changes } = result
  return (
    <>
      <DryRunOutcome
        problems={problems}
        success={`${created} new, ${updated} changed, ${unchanged} unchanged.`}
      />
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
