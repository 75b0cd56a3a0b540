import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Account } from '#contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useClearSession } from '../../lib/session.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Checkbox, Field, Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountSection, useAccount, useAccountChanged } from './AccountSection.tsx'
import { showFailure } from './account-fields.tsx'
import { nameRules, passwordRules } from './form-rules.ts'
import { PasswordInput } from './PasswordFields.tsx'
import { EmailSection, PasswordSection, SessionsSection } from './SecuritySections.tsx'
import { useSignedIn } from './sign-in-redirect.ts'

// Only administrators download it.
const TwoFactorSection = lazy(async () => ({
  default: (await import('./TwoFactorSection.tsx')).TwoFactorSection,
}))

function NameSection({ account }: { account: Account }) {
  const changed = useAccountChanged()
  const form = useForm({ defaultValues: { full_name: account.full_name } })
  const save = useMutation(
    api.account.update.mutationOptions({
      onSuccess: async (saved) => {
        toast.success('Your name is saved')
        form.reset({ full_name: saved.full_name })
        await changed(saved)
      },
      onError: showFailure,
    }),
  )
  return (
    <AccountSection title="Your name" text="On your orders, and beside reviews you write.">
      <Form
        label="Profile"
        className="grid gap-4"
        onSubmit={form.handleSubmit((given) => save.mutate(given))}
      >
        <Field label="Full name" error={form.formState.errors.full_name?.message}>
          <Input autoComplete="name" maxLength={200} {...form.register('full_name', nameRules)} />
        </Field>
        <Button
          type="submit"
          className="justify-self-start"
          busy={save.isPending}
          disabled={!form.formState.isDirty}
        >
          Save name
        </Button>
      </Form>
    </AccountSection>
  )
}

function ConsentSection({ account }: { account: Account }) {
  const changed = useAccountChanged()
  const save = useMutation(
    api.account.update.mutationOptions({
      onSuccess: async (saved) => {
        toast.success(
          saved.marketing_consent ? 'You will hear from us' : 'No more news and offers by e-mail',
        )
        await changed(saved)
      },
      onError: showFailure,
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

function DataSection() {
  const [deleting, setDeleting] = useState(false)
  return (
    <AccountSection title="Your data" text="Yours to take along, and yours to take away.">
      <div className="flex flex-wrap gap-3">
        <a href="/api/account/export" download className={buttonStyle({ look: 'outline' })}>
          Download my data
        </a>
        <Button look="ghost-danger" onClick={() => setDeleting(true)}>
          Delete my account
        </Button>
      </div>
      <DeleteAccount open={deleting} onOpenChange={setDeleting} />
    </AccountSection>
  )
}

type DeleteAccountProps = { open: boolean; onOpenChange: (open: boolean) => void }

function DeleteAccount({ open, onOpenChange }: DeleteAccountProps) {
  const clearSession = useClearSession()
  const form = useForm({ defaultValues: { password: '' } })
  const remove = useMutation(
    api.account.delete.mutationOptions({
      onSuccess: () => {
        toast.success('Your account is deleted')
        return clearSession()
      },
      onError: showFailure,
    }),
  )
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete your account?"
      description="Your name, address and sign-in are removed for good. Past orders stay in our records without your name."
    >
      <Form
        label="Delete your account"
        className="grid gap-5"
        onSubmit={form.handleSubmit((given) => remove.mutate(given))}
      >
        <Field label="Your password" error={form.formState.errors.password?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...form.register('password', passwordRules)}
          />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={() => onOpenChange(false)}>
            Keep my account
          </Button>
          <Button type="submit" look="danger" busy={remove.isPending}>
            Delete for good
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

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
          {(account.role || account.two_factor_enabled) && (
            <Suspense>
              <TwoFactorSection account={account} />
            </Suspense>
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
