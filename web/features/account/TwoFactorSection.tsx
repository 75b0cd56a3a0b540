import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '#contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountSection } from './AccountSection.tsx'
import { useAccountChanged } from './account-query.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpTwoFactor } from './SetUpTwoFactor.tsx'

/** A second step at sign-in, for those who run the shop. */
export function TwoFactorSection({ account }: { account: Account }) {
  const [settingUp, setSettingUp] = useState(false)
  return (
    <AccountSection
      title="Two-step sign-in"
      text="A code of an app on your phone, besides the password. Whoever learns the one still lacks the other."
    >
      {account.two_factor_enabled && !settingUp ? (
        <TurnedOn />
      ) : settingUp ? (
        <SetUpTwoFactor onDone={() => setSettingUp(false)} />
      ) : (
        <Button className="justify-self-start" onClick={() => setSettingUp(true)}>
          Set up two-step sign-in
        </Button>
      )}
    </AccountSection>
  )
}

function TurnedOn() {
  const [asking, setAsking] = useState<'off' | 'codes'>()
  const changed = useAccountChanged()
  const onError = (error: unknown) => toast.error(errorMessage(error))
  const turnOff = useMutation(
    api.two_factor.turn_off.mutationOptions({
      onSuccess: async () => {
        toast.success('Two-step sign-in is off')
        await changed()
      },
      onError,
    }),
  )
  const renew = useMutation(
    api.two_factor.new_recovery_codes.mutationOptions({
      onSuccess: () => setAsking(undefined),
      onError,
    }),
  )
  return (
    <>
      <p>
        <Badge tone="green">On</Badge>
      </p>
      {renew.data && <RecoveryCodes codes={renew.data.recovery_codes} />}
      {asking ? (
        <PasswordForm
          label={asking === 'off' ? 'Turn it off' : 'Make new codes'}
          busy={turnOff.isPending || renew.isPending}
          onPassword={(given) => (asking === 'off' ? turnOff : renew).mutate(given)}
          onCancel={() => setAsking(undefined)}
        />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button look="outline" onClick={() => setAsking('codes')}>
            New recovery codes
          </Button>
          <Button look="ghost" onClick={() => setAsking('off')}>
            Turn off
          </Button>
        </div>
      )}
    </>
  )
}
