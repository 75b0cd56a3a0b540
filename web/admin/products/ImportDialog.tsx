import { useMutation } from '@tanstack/react-query'
import { CircleCheck, FileUp, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { type ImportResult, LONGEST_CSV, MOST_IMPORT_PROBLEMS } from '#contract/edit-products.ts'
import { api, client } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button, Spinner } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { useAct } from '../kit/act.ts'
import { FieldChanges } from '../kit/ChangeHistory.tsx'
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
  const apply = useAct({
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
        <label className="flex min-h-24 cursor-pointer flex-col items-center justify-center gap-1.5 rounded-card border-2 border-field/60 border-dashed px-4 py-5 text-center transition-colors focus-within:outline-2 focus-within:outline-rose hover:border-ink">
          <FileUp aria-hidden="true" className="size-6 text-rose" />
          <span className="font-medium text-rose underline underline-offset-4">
            Choose a CSV file
          </span>
          <span className="text-quiet text-sm">Up to 5,000 products, separated by , or ;</span>
          <input
            type="file"
            accept=".csv,text/csv"
            className="sr-only"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              setCsv(null)
              if (file) check.mutate(file)
              target.value = ''
            }}
          />
        </label>
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

function Result({ result }: { result: ImportResult }) {
  const { created, updated, unchanged, problems, changes } = result
  const lines = new Set(problems.map(({ line }) => line)).size
  const isCut = problems.length === MOST_IMPORT_PROBLEMS
  const needed = `${isCut ? 'at least ' : ''}${lines} ${lines === 1 ? 'row needs' : 'rows need'}`
  return (
    <>
      <p className="flex items-start gap-2.5">
        {problems.length > 0 ? (
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
        ) : (
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
        )}
        <span>
          {problems.length > 0
            ? `Nothing can be imported yet: ${needed} a correction.`
            : `${created} new, ${updated} changed, ${unchanged} unchanged.`}
        </span>
      </p>
      {problems.length > 0 && (
        <NamedList label="Problems" className="grid gap-px text-sm">
          {problems.map(({ line, reason }) => (
            <li
              key={`${line} ${reason}`}
              className="flex gap-3 rounded-md bg-danger-tint px-3 py-2"
            >
              <span className="w-18 shrink-0 font-medium text-danger tabular-nums">
                Line {line}
              </span>
              <span className="[overflow-wrap:anywhere]">{reason}</span>
            </li>
          ))}
        </NamedList>
      )}
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
