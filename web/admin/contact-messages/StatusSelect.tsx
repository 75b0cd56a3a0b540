import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import {
  CONTACT_STATUSES,
  type ContactMessageRow,
  type ContactStatus,
  ticketNumber,
} from '#contract/contact-messages.ts'
import { api, client } from '../../lib/api.ts'
import { useAdminMutation } from '../kit/admin-mutation.ts'

export const STATUS_NAMES: Record<ContactStatus, string> = {
  new: 'New',
  replied: 'Replied',
  closed: 'Closed',
}

const TONES: Record<ContactStatus, string> = {
  new: 'bg-rose text-on-rose',
  replied: 'bg-leaf-tint text-leaf',
  closed: 'bg-blush text-ink',
}

type StatusSelectProps = { message: Pick<ContactMessageRow, 'id' | 'status' | 'version'> }

/** Arrow keys change a select at once, so several changes may be under way: each waits for the one before. */
export function StatusSelect({ message: { id, status, version } }: StatusSelectProps) {
  const saved = useRef(0)
  const { mutate, isPending, variables } = useAdminMutation({
    scope: `contact-status:${id}`,
    run: async (next: ContactStatus) => {
      const seen = Math.max(version, saved.current)
      const changed = await client.contact_messages.set_status({ id, status: next, version: seen })
      saved.current = changed.version
    },
    success: 'Status updated successfully',
    failure: 'Failed to update status',
    refresh: [api.contact_messages.key(), api.insights.key()],
    // After a refusal the list shows what somebody else has set.
    refreshOnError: true,
  })
  const shown = (isPending && variables) || status
  return (
    <span
      className={clsx(
        'relative inline-flex h-7 items-center rounded-full font-semibold text-xs pointer-coarse:h-11',
        TONES[shown],
      )}
    >
      <select
        aria-label={`Status of ${ticketNumber(id)}`}
        aria-busy={isPending || undefined}
        value={shown}
        onChange={(event) => mutate(event.target.value as ContactStatus)}
        className="h-full cursor-pointer appearance-none rounded-full bg-transparent pr-7 pl-3 [&>option]:bg-paper [&>option]:text-ink"
      >
        {CONTACT_STATUSES.map((one) => (
          <option key={one} value={one}>
            {STATUS_NAMES[one]}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute right-2 size-3.5 opacity-70"
      />
    </span>
  )
}
