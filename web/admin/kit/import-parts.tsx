import { CircleCheck, FileUp, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { MOST_IMPORT_PROBLEMS } from '#contract/moving-in.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button, Spinner } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NamedList } from '../../ui/NamedList.tsx'

type FrameProps = {
  title: string
  description: string
  /** Of the button that imports what was checked. */
  confirm: { label: string; busy: boolean; disabled: boolean; onClick: () => void }
  onClose: () => void
  children: ReactNode
}

/** The dialog of an import: choose, see what will happen, then confirm. */
export function ImportFrame({ title, description, confirm, onClose, children }: FrameProps) {
  const { label, ...button } = confirm
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button {...button}>{label}</Button>
        </>
      }
    >
      <div className="grid gap-5">{children}</div>
    </Dialog>
  )
}

type DryRunProps = {
  isPending: boolean
  /** What is being checked: a file or a list. */
  what?: 'file' | 'list'
  error: Error | null
  mostMb: number
  children: ReactNode
}

/** How far the check is: under way, failed, or its result. */
export function DryRunStatus({ isPending, what = 'file', error, mostMb, children }: DryRunProps) {
  return (
    <div role="status" className="grid gap-4">
      {isPending && (
        <p className="flex items-center gap-2.5">
          <Spinner /> Checking the {what}…
        </p>
      )}
      {error && (
        <p className="font-medium text-danger">
          {errorMessage(error, `This ${what} could not be read. Is it larger than ${mostMb} MB?`)}
        </p>
      )}
      {!isPending && children}
    </div>
  )
}

type ChooseCsvProps = { hint: string; onChoose: (file: File | undefined) => void }

/** The place where a CSV file is chosen; the same file can be chosen again after a correction. */
export function ChooseCsv({ hint, onChoose }: ChooseCsvProps) {
  return (
    <label className="flex min-h-24 cursor-pointer flex-col items-center justify-center gap-1.5 rounded-card border-2 border-field/60 border-dashed px-4 py-5 text-center transition-colors focus-within:outline-2 focus-within:outline-rose hover:border-ink">
      <FileUp aria-hidden="true" className="size-6 text-rose" />
      <span className="font-medium text-rose underline underline-offset-4">Choose a CSV file</span>
      <span className="text-quiet text-sm">{hint}</span>
      <input
        type="file"
        accept=".csv,text/csv"
        className="sr-only"
        onChange={({ target }) => {
          onChoose(target.files?.[0])
          target.value = ''
        }}
      />
    </label>
  )
}

type Problem = { line: number; reason: string }
type OutcomeProps = {
  problems: readonly Problem[]
  success: string
  /** The rows with problems are left out, so that they stop nothing. */
  isLeavingOut?: boolean
}

/** What a dry run found: that all is well, or what needs a correction. */
export function DryRunOutcome({ problems, success, isLeavingOut = false }: OutcomeProps) {
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
          {problems.length === 0
            ? success
            : isLeavingOut
              ? `${isCut ? 'At least ' : ''}${lines} ${lines === 1 ? 'row is' : 'rows are'} left out, for these reasons:`
              : `Nothing can be imported yet: ${needed} a correction.`}
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
    </>
  )
}
