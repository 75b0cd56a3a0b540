import { Check, Circle } from 'lucide-react'
import { useState } from 'react'
import type { SetupPart, SetupPartName } from '#contract/setup.ts'
import { api, client } from '../../lib/api.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { CONFIRM_TEXTS, PART_TEXTS, READ_AT } from './setup-texts.ts'

/** What a step needs: each is there or missing. */
export function SetupParts({ parts }: { parts: readonly SetupPart[] }) {
  return (
    <ul className="grid gap-2.5 text-sm">
      {parts.map((part) => (
        <li key={part.part} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PartMark part={part} />
          {!part.is_done && part.confirmable && <ConfirmPart part={part} />}
        </li>
      ))}
    </ul>
  )
}

const TIMES: readonly SetupPartName[] = ['webhook_event', 'test_mail', 'address_answers']
/** Their names say all; a picture's address or a colour's number would not. */
const WITHOUT_DETAIL: readonly SetupPartName[] = [
  'logo',
  'colour',
  'privacy-policy',
  'terms-of-service',
  'shipping-policy',
  'returns-policy',
]

function PartMark({ part: { part, is_done, found } }: { part: SetupPart }) {
  const { open, done } = PART_TEXTS[part]
  const Icon = is_done ? Check : Circle
  const detail = found && (is_done || part === 'demo_admin') && !WITHOUT_DETAIL.includes(part)
  return (
    <span className="flex min-h-7 items-center gap-2.5">
      <Icon
        aria-hidden="true"
        className={is_done ? 'size-4 shrink-0 text-leaf' : 'size-4 shrink-0 text-field'}
        strokeWidth={is_done ? 2.5 : 1.7}
      />
      <span className="[overflow-wrap:anywhere]">
        <span className="sr-only">{is_done ? 'Done: ' : 'Missing: '}</span>
        {is_done ? done : open}
        {detail && (
          <span className="text-quiet">
            {': '}
            {TIMES.includes(part) ? <LocalTime iso={found} withTime /> : found}
          </span>
        )}
      </span>
    </span>
  )
}

const READ = 'petal-read-policies'

/** In this browser, also after a reload; of another text the value differs. */
const wasRead = (confirmable: string | null) =>
  confirmable !== null && (localStorage.getItem(READ) ?? '').split(' ').includes(confirmable)

function rememberRead(confirmable: string | null) {
  if (confirmable === null || wasRead(confirmable)) return
  localStorage.setItem(READ, `${localStorage.getItem(READ) ?? ''} ${confirmable}`.trim())
}

/** A text can be confirmed only after it was opened; the server checks that it is still the same text. */
function ConfirmPart({ part: { part, confirmable } }: { part: SetupPart }) {
  const address = READ_AT[part]
  const [isOpened, setOpened] = useState(() => wasRead(confirmable))
  const confirm = useAdminMutation({
    run: () => client.setup.confirm({ part, confirmable: confirmable ?? '' }),
    refresh: [api.setup.key()],
    refreshOnError: true,
  })
  return (
    <span className="flex flex-wrap gap-2 pl-6.5 sm:pl-0">
      {address && (
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          onClick={() => {
            rememberRead(confirmable)
            setOpened(true)
          }}
          className={buttonStyle({ look: 'outline', size: 'small' })}
        >
          Read it<span className="sr-only">: {PART_TEXTS[part].open} (in a new tab)</span>
        </a>
      )}
      {(!address || isOpened) && (
        <Button look="soft" size="small" busy={confirm.isPending} onClick={() => confirm.mutate()}>
          {CONFIRM_TEXTS[part] ?? 'It fits as it is'}
          {address && <span className="sr-only">: {PART_TEXTS[part].open}</span>}
        </Button>
      )}
    </span>
  )
}
