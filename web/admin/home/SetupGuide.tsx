import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, ChevronDown, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import type { Setup, SetupStep, SetupStepName } from '#contract/setup.ts'
import { api, client } from '../../lib/api.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { CopyLine } from '../kit/CopyLine.tsx'
import { LocalWebhookNote } from '../kit/figures.tsx'
import { WHERE_THE_WEBHOOK_GOES } from '../kit/help.ts'
import { OwnAccount } from './OwnAccount.tsx'
import { SetupParts } from './SetupParts.tsx'
import { STEP_TEXTS } from './setup-texts.ts'

/** Always as the shop is now: a step is done on another screen. */
export const setupOptions = () => ({ ...api.setup.get.queryOptions(), staleTime: 0 })

/** The way to the first order. Each step looks at the shop itself: it is done by doing it. */
export function SetupGuide() {
  const setup = useQuery(setupOptions())
  if (!setup.data) return null
  const { is_hidden, steps } = setup.data
  if (is_hidden || steps.every(({ is_done }) => is_done)) return null
  return <Guide setup={setup.data} />
}

function Guide({ setup }: { setup: Setup }) {
  const heading = useId()
  const done = setup.steps.filter(({ is_done }) => is_done).length
  const next = setup.steps.find(({ is_done }) => !is_done)?.step
  const [chosen, setChosen] = useState<SetupStepName | 'none'>()
  const open = chosen ?? next
  const hide = useAdminMutation({
    run: () => client.setup.set_hidden({ is_hidden: true }),
    success: 'Hidden. Site Settings brings it back',
    refresh: [api.setup.key()],
  })
  return (
    <section
      aria-labelledby={heading}
      className="mb-6 overflow-hidden rounded-card border border-line bg-paper"
    >
      <header className="grid gap-3 p-5 pb-4 sm:p-6 sm:pb-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <div className="grid gap-0.5">
            <h2 id={heading} className="text-xl">
              Make it your shop
            </h2>
            <p className="text-quiet text-sm">
              {done} of {setup.steps.length} steps done
            </p>
          </div>
          <Button
            look="quiet"
            size="small"
            className="-mr-2"
            busy={hide.isPending}
            onClick={() => hide.mutate()}
          >
            <EyeOff aria-hidden="true" className="size-4" />
            Hide
          </Button>
        </div>
        <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-blush">
          <div
            className="h-full rounded-full bg-rose transition-[width] duration-500"
            style={{ width: `${(done / setup.steps.length) * 100}%` }}
          />
        </div>
      </header>
      <DemoHint />
      <ol>
        {setup.steps.map((step, index) => (
          <Step
            key={step.step}
            step={step}
            number={index + 1}
            setup={setup}
            isOpen={open === step.step}
            onToggle={() => setChosen(open === step.step ? 'none' : step.step)}
          />
        ))}
      </ol>
    </section>
  )
}

/** The shorter way for a shop that still is the demo. */
function DemoHint() {
  const { data } = useQuery(api.ownership.read.queryOptions())
  if (!data?.has_demo || data.made_mine) return null
  return (
    <p className="px-5 pb-4 text-sm sm:px-6">
      The orders, customers and products that you see are the demo's.{' '}
      <Link to="/admin/make-it-mine" className="text-rose underline underline-offset-4">
        Keep what you like, remove the rest
      </Link>
      .
    </p>
  )
}

type StepProps = {
  step: SetupStep
  number: number
  setup: Setup
  isOpen: boolean
  onToggle: () => void
}

function Step({ step: { step, is_done, parts }, number, setup, isOpen, onToggle }: StepProps) {
  const body = useId()
  const { title } = STEP_TEXTS[step]
  return (
    <li className="border-line border-t">
      <h3 className="font-sans text-base tracking-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? body : undefined}
          onClick={onToggle}
          className="flex min-h-13 w-full items-center gap-3.5 px-5 py-2.5 text-left -outline-offset-2 transition-colors hover:bg-ground sm:px-6"
        >
          <StepMark isDone={is_done} number={number} />
          <span className={is_done ? 'flex-1 text-quiet' : 'flex-1 font-medium'}>
            {title}
            {is_done && <span className="sr-only"> (done)</span>}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={`size-4.5 shrink-0 text-quiet transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h3>
      {isOpen && (
        <div id={body} className="grid gap-4 px-5 pt-1 pb-6 sm:pr-6 sm:pl-17">
          <p className="max-w-2xl text-quiet text-sm leading-relaxed">{STEP_TEXTS[step].text}</p>
          <SetupParts parts={parts} />
          <StepHelp step={step} setup={setup} />
          <StepAction step={step} parts={parts} />
        </div>
      )}
    </li>
  )
}

const StepMark = ({ isDone, number }: { isDone: boolean; number: number }) => (
  <span
    aria-hidden="true"
    className={`grid size-7.5 shrink-0 place-items-center rounded-full font-semibold text-sm ${isDone ? 'bg-leaf-tint text-leaf' : 'bg-blush text-rose'}`}
  >
    {isDone ? <Check className="size-4" strokeWidth={2.5} /> : number}
  </span>
)

/** What to copy somewhere else. */
function StepHelp({ step, setup }: { step: SetupStepName; setup: Setup }) {
  if (step === 'payment') {
    if (setup.is_webhook_local) return <LocalWebhookNote />
    return (
      <CopyLine
        label="Webhook address, for Clover"
        hint={WHERE_THE_WEBHOOK_GOES}
        value={setup.webhook_url}
      />
    )
  }
  if (step !== 'mail' || setup.dns_records.length === 0) return null
  return (
    <div className="grid gap-3">
      <p className="max-w-2xl text-quiet text-sm leading-relaxed">
        So that your mails are not taken for spam, add these TXT records at the provider of your
        domain. If it has an SPF record already, add only the middle part to it.
      </p>
      {setup.dns_records.map(({ what, name, value }) => (
        <CopyLine key={what} label={`${what}, as a TXT record of ${name}`} value={value} />
      ))}
    </div>
  )
}

function StepAction({ step, parts }: Pick<SetupStep, 'step' | 'parts'>) {
  const { to, action } = STEP_TEXTS[step]
  if (step === 'account') return <OwnAccount parts={parts} />
  const order = parts.find(({ id, part }) => part === 'refunded' && id)?.id
  return (
    <p className="flex flex-wrap gap-2.5">
      {to && (
        <Link to={to} className={buttonStyle({ size: 'small' })}>
          {action}
        </Link>
      )}
      {step === 'test_order' && order && (
        <Link
          to="/admin/orders/$id"
          params={{ id: order }}
          className={buttonStyle({ look: 'outline', size: 'small' })}
        >
          Open the order
        </Link>
      )}
    </p>
  )
}
