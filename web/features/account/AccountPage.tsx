import { errorMessage } from '../../lib/errors.ts'
import { Skeleton } from '../../ui/Feedback.tsx'
import { useAccount } from './account-query.ts'
import { ConsentSection } from './ConsentSection.tsx'
import { DataSection } from './DataSection.tsx'
import { EmailSection } from './EmailSection.tsx'
import { NameSection } from './NameSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { TwoFactorSection } from './TwoFactorSection.tsx'
import { useSignedIn } from './use-signed-in.ts'

export function AccountPage() {
  const profile = useSignedIn('/account')
  const { data: account, error } = useAccount(profile !== null)
  return (
    <div className="page max-w-5xl py-10 lg:py-16">
      <h1 className="mb-8 text-title">Your account</h1>
      {error && !account && <p role="alert">{errorMessage(error)}</p>}
      {!account && !error && <Loading />}
      {account && (
        <>
          <NameSection account={account} />
          <EmailSection account={account} />
          <PasswordSection account={account} />
          {(account.is_admin || account.two_factor_enabled) && (
            <TwoFactorSection account={account} />
          )}
          <ConsentSection account={account} />
          <SessionsSection />
          <DataSection />
        </>
      )}
    </div>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-8 border-line border-t py-9">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-32" />
      <Skeleton className="h-32" />
      <Skeleton className="h-56" />
    </div>
  )
}
