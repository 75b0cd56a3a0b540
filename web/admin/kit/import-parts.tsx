import { CircleCheck, FileUp, TriangleAlert } from 'lucide-react'
import { MOST_IMPORT_PROBLEMS } from '#contract/moving-in.ts'
import { NamedList } from '../../ui/NamedList.tsx'

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
type OutcomeProps = { problems: readonly Problem[]; success: string }

/** What a dry run found: that all is well, or what needs a correction. */
export function DryRunOutcome({ problems, success }: OutcomeProps) {
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
          {problems.length > 0 ? `Nothing can be imported yet: ${needed} a correction.` : success}
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
