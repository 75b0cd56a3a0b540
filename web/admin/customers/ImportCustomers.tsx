import { useMutation } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import {
  type CustomerImportResult,
  type ImportedCustomer,
  LONGEST_CUSTOMERS_CSV,
} from '#contract/customer-import.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, Field, Input } from '../../ui/Field.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { ChooseCsv, DryRunOutcome, DryRunStatus, ImportFrame } from '../kit/import-parts.tsx'

const countPeople = (count: number) =>
  count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`

export function ImportCustomers() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="outline" onClick={() => setOpen(true)}>
        <Upload aria-hidden="true" className="size-4" />
        Import
      </Button>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** Choose a list, see what it would do, say where it comes from, then import it. */
function ImportDialog({ onClose }: { onClose: () => void }) {
  const [csv, setCsv] = useState<string | null>(null)
  const [source, setSource] = useState('')
  const [leaveOut, setLeaveOut] = useState(false)
  const check = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > LONGEST_CUSTOMERS_CSV) throw new TypeError('too large')
      const text = await file.text()
      // A dry run stores nothing, so the name of the file will do.
      const named = file.name.slice(0, 200)
      const result = await client.customers.import({ csv: text, dry_run: true, source: named })
      setCsv(text)
      return result
    },
  })
  const apply = useAdminMutation({
    run: (text: string) =>
      client.customers.import({ csv: text, dry_run: false, source, leave_out_broken: leaveOut }),
    refresh: [api.customers.key()],
    onSuccess: ({ applied, created, updated, accounts, unchanged }) => {
      if (!applied) return toast.error('Nothing was imported', 'Please choose the file again.')
      toast.success(
        `${countPeople(created + updated + accounts + unchanged)} imported successfully`,
      )
      onClose()
    },
  })
  const result = check.data
  const count = result ? peopleIn(result) : 0
  const canLeaveOut = count > 0 && result !== undefined && result.problems.length > 0
  const isReady =
    csv !== null && count > 0 && source.trim() !== '' && (result?.problems.length === 0 || leaveOut)
  return (
    <ImportFrame
      title="Import customers"
      description="A list from another shop or a spreadsheet, with a column for the email address. No account is made and nobody gets a mail. You see what will happen before anything is saved."
      confirm={{
        label: count === 0 ? 'Import' : `Import ${countPeople(count)}`,
        busy: apply.isPending,
        disabled: !isReady || check.isPending,
        onClick: () => csv !== null && apply.mutate(csv),
      }}
      onClose={onClose}
    >
      <ChooseCsv
        hint="Up to 10,000 people: name, email, address, marketing consent"
        onChoose={(file) => {
          if (!file) return
          setCsv(null)
          setLeaveOut(false)
          if (source.trim() === '') setSource(file.name.slice(0, 200))
          check.mutate(file)
        }}
      />
      <Field
        label="Where does this list come from?"
        hint="It is stored with each consent as its proof, such as “Customers of my Shopify shop, exported on 17 November 2026”."
      >
        <Input
          value={source}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => setSource(target.value)}
        />
      </Field>
      <DryRunStatus isPending={check.isPending} error={check.error} mostMb={8}>
        {result && <Result result={result} />}
        {canLeaveOut && !check.isPending && (
          <Checkbox
            label={`Leave out the rows with problems, and import ${countPeople(count)}`}
            checked={leaveOut}
            onChange={({ target }) => setLeaveOut(target.checked)}
          />
        )}
      </DryRunStatus>
    </ImportFrame>
  )
}

const peopleIn = ({ created, updated, unchanged, accounts }: CustomerImportResult) =>
  created + updated + unchanged + accounts

function Result({ result }: { result: CustomerImportResult }) {
  const { created, updated, unchanged, accounts, consents, problems, rows, left_out } = result
  const lines = [
    `${countPeople(consents.recorded)} agreed to marketing mail`,
    consents.known > 0 && `${countPeople(consents.known)} had agreed in this shop before`,
    consents.refused > 0 &&
      `${countPeople(consents.refused)} unsubscribed in this shop: that stays, whatever the list says`,
    consents.none > 0 &&
      `${countPeople(consents.none)} without consent: they get no marketing mail`,
    accounts > 0 && `${countPeople(accounts)} with an account here, which stays as it is`,
    left_out.length > 0 && `Columns that are not imported: ${left_out.join(', ')}`,
  ].filter((line) => line !== false)
  return (
    <>
      <DryRunOutcome
        problems={problems}
        success={`${created} new, ${updated} changed, ${unchanged} unchanged.`}
      />
      {rows.length > 0 && (
        <>
          <ul className="grid list-disc gap-1 rounded-card border border-line bg-paper py-4 pr-4 pl-9 text-sm [overflow-wrap:anywhere]">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <NamedList label="People in the list" className="grid gap-2 text-sm">
            {rows.map((row) => (
              <Row key={row.line} row={row} />
            ))}
          </NamedList>
        </>
      )}
    </>
  )
}

const OUTCOMES: Record<ImportedCustomer['outcome'], string> = {
  new: 'new',
  changed: 'changed',
  unchanged: 'unchanged',
  account: 'has an account',
}
const CONSENTS: Record<ImportedCustomer['consent'], string> = {
  recorded: 'Agreed to marketing mail',
  known: 'Had agreed before',
  refused: 'Unsubscribed here',
  none: 'No marketing mail',
}

function Row({ row: { line, email, full_name, outcome, consent } }: { row: ImportedCustomer }) {
  return (
    <li className="grid gap-x-4 gap-y-1 rounded-card border border-line bg-paper px-4 py-2.5 [overflow-wrap:anywhere] sm:grid-cols-[4.5rem_minmax(0,1fr)_13rem]">
      <span className="text-quiet tabular-nums">Line {line}</span>
      <span>
        {full_name && <span className="font-medium">{full_name} </span>}
        {email} <span className="text-quiet">· {OUTCOMES[outcome]}</span>
      </span>
      <span className={consent === 'recorded' ? 'text-leaf' : 'text-quiet'}>
        {CONSENTS[consent]}
      </span>
    </li>
  )
}
