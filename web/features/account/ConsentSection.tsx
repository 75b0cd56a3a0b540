import { useMutation } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountSection } from './AccountSection.tsx'
import { useAccountChanged } from './account-query.ts'

export function ConsentSection({ account }: { account: Account }) {
  const changed = useAccountChanged()
  const save = useMutation(
    api.account.update.mutationOptions({
      onSuccess: async (saved) => {
        toast.success(
          saved.marketing_consent ? 'You will hear from us' : 'No more news and offers by e-mail',
        )
        await changed(saved)
      },
      onError: (error) => toast.error(errorMessage(error)),
    }),
  )
  const wanted = save.isPending ? save.variables.marketing_consent : account.marketing_consent
  return (
    <AccountSection title="News and offers" text="Mails about your orders come either way.">
      <Checkbox
        label="Send me news and offers by e-mail"
        checked={wanted}
        onChange={(event) => save.mutate({ marketing_consent: event.target.checked })}
      />
      {account.marketing_consent_at && (
        <p className="text-quiet text-sm">
          {account.marketing_consent ? 'Agreed on ' : 'Withdrawn on '}
          <LocalTime iso={account.marketing_consent_at} />
        </p>
      )}
    </AccountSection>
  )
}
