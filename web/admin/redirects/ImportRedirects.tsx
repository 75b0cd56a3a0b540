import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { LONGEST_REDIRECTS_CSV, type RedirectImportResult } from '#contract/redirects.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Textarea } from '../../ui/Field.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { ChooseCsv, DryRunOutcome, DryRunStatus, ImportFrame } from '../kit/import-parts.tsx'

const countOf = (count: number) => (count === 1 ? '1 redirect' : `${count} redirects`)

/** Choose a file or paste a list, see what it would do, then import it: all of it, or nothing. */
export function ImportRedirects({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const check = useMutation({
    mutationFn: (csv: string) => client.redirects.import({ csv, dry_run: true }),
  })
  const choose = async (file: File | undefined) => {
    if (!file) return
    if (file.size > LONGEST_REDIRECTS_CSV) {
      toast.error('This file is too large', 'It can have 3 MB at most.')
      return
    }
    const csv = await file.text()
    setText(csv)
    check.mutate(csv)
  }
  const apply = useAdminMutation({
    run: (csv: string) => client.redirects.import({ csv, dry_run: false }),
    refresh: [api.redirects.key()],
    onSuccess: ({ applied, created, updated }) => {
      if (!applied) return toast.error('Nothing was imported', 'Please check the list again.')
      toast.success(`${countOf(created + updated)} imported successfully`)
      onClose()
    },
  })
  // What was checked is what is imported.
  const result = check.variables === text ? check.data : undefined
  const count = result ? result.created + result.updated : 0
  return (
    <ImportFrame
      title="Import redirects"
      description="The old address and the new one in each line. The list of redirects that Shopify exports can be used as it is."
      confirm={{
        label: count === 0 ? 'Import' : `Import ${countOf(count)}`,
        busy: apply.isPending,
        disabled: count === 0 || (result?.problems.length ?? 1) > 0,
        onClick: () => apply.mutate(text),
      }}
      onClose={onClose}
    >
      <ChooseCsv hint="Separated by , or ;" onChoose={(file) => void choose(file)} />
      <Field label="Or paste a list" hint="Such as: /products/rose-oil, /products">
        <Textarea
          value={text}
          rows={5}
          className="font-mono"
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <div>
        <Button
          look="outline"
          busy={check.isPending}
          disabled={text.trim() === ''}
          onClick={() => check.mutate(text)}
        >
          Check the list
        </Button>
      </div>
      <DryRunStatus isPending={check.isPending} what="list" error={check.error} mostMb={3}>
        {result && <Result result={result} />}
      </DryRunStatus>
    </ImportFrame>
  )
}

function Result({ result }: { result: RedirectImportResult }) {
  const { created, updated, unchanged, problems, rows } = result
  return (
    <>
      <DryRunOutcome
        problems={problems}
        success={`${created} new, ${updated} changed, ${unchanged} unchanged.`}
      />
      {problems.length === 0 && (
        <NamedList label="Redirects of the list" className="grid gap-2 text-sm">
          {rows.map(({ line, from_path, to_path }) => (
            <li
              key={line}
              className="grid gap-x-4 gap-y-1 rounded-card border border-line bg-paper px-4 py-2.5 [overflow-wrap:anywhere] sm:grid-cols-2"
            >
              <span className="font-medium">{from_path}</span>
              <span className="text-quiet">→ {to_path}</span>
            </li>
          ))}
        </NamedList>
      )}
    </>
  )
}
