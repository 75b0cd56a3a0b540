import { useQuery } from '@tanstack/react-query'
import { Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Invitation } from '#contract/people.ts'
import { ROLE_NAMES } from '#contract/rights.ts'
import { api, client } from '../../lib/api.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

const refresh = [api.people.key()]

/** Who was asked to join and has not yet. Nothing, when nobody was. */
export function Invitations() {
  const invitations = useQuery(api.people.invitations.queryOptions())
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null)
  return (
    <>
      <WhenLoaded
        query={invitations}
        failure="Failed to load invitations"
        isSmall
        placeholder={null}
      />
      {invitations.data && invitations.data.length > 0 && (
        <section aria-labelledby="invited" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <h2 id="invited" className="text-2xl">
            Invited
          </h2>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {invitations.data.map((invitation) => (
              <li key={invitation.id}>
                <OneInvitation
                  invitation={invitation}
                  onWithdraw={() => setWithdrawn(invitation)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {withdrawn && <WithdrawDialog invitation={withdrawn} onClose={() => setWithdrawn(null)} />}
    </>
  )
}

type OneInvitationProps = { invitation: Invitation; onWithdraw: () => void }

function OneInvitation({ invitation, onWithdraw }: OneInvitationProps) {
  const { id, email, role, two_factor_required, invited_by, expires_at, has_expired } = invitation
  const again = useAdminMutation({
    run: client.people.invite_again,
    success: 'A new link is on its way',
    refresh,
    refreshOnError: true,
  })
  return (
    <article
      aria-label={`Invitation of ${email}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-paper p-4 text-sm"
    >
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium [overflow-wrap:anywhere]">{email}</span>
          <Badge tone={role === 'admin' ? 'rose' : 'blue'}>{ROLE_NAMES[role]}</Badge>
          {two_factor_required && <Badge>Two-step sign-in required</Badge>}
          {has_expired && <Badge tone="yellow">Expired</Badge>}
        </p>
        <p className="text-quiet text-xs">
          By <bdi>{invited_by}</bdi>,{' '}
          {has_expired ? 'the link worked until' : 'the link works until'}{' '}
          <LocalTime iso={expires_at} withTime />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          look="soft"
          size="small"
          aria-label={`Send the invitation of ${email} again`}
          busy={again.isPending}
          onClick={() => again.mutate({ id })}
        >
          <Send aria-hidden="true" className="size-4" />
          Send again
        </Button>
        <Button
          look="ghost-danger"
          size="small"
          aria-label={`Withdraw the invitation of ${email}`}
          onClick={onWithdraw}
        >
          <Trash2 aria-hidden="true" className="size-4" />
          Withdraw
        </Button>
      </div>
    </article>
  )
}

function WithdrawDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const withdraw = useAdminMutation({
    run: client.people.withdraw_invitation,
    success: 'The invitation is withdrawn',
    refresh,
    refreshOnError: true,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Withdraw this invitation?"
      text={`The link that ${invitation.email} got stops working.`}
      confirmLabel="Withdraw"
      busy={withdraw.isPending}
      onConfirm={() => withdraw.mutate({ id: invitation.id })}
    />
  )
}
