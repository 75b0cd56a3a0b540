import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Account, OpenSession } from '#contract/accounts.ts'
import { SHORTEST_ADMIN_PASSWORD, SHORTEST_PASSWORD } from '#contract/rules.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useClearSession } from '../../lib/session.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountSection, useSendConfirmation } from './AccountSection.tsx'
import { showFailure } from './account-fields.tsx'
import { emailRules, passwordRules } from './form-rules.ts'
import { NewPasswordField, newPasswordRules, PasswordInput } from './PasswordFields.tsx'

export function EmailSection({ account }: { account: Account }) {
  const [changing, setChanging] = useState(false)
  const confirmation = useSendConfirmation()
  return (
    <AccountSection
      title="E-mail"
      text="You sign in with it, and we write to it about your orders."
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="break-all">{account.email}</span>
        {account.email_verified ? (
          <Badge tone="green">Confirmed</Badge>
        ) : (
          <Badge tone="yellow">Not confirmed</Badge>
        )}
      </p>
      {changing ? (
        <ChangeEmail onDone={() => setChanging(false)} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button look="outline" onClick={() => setChanging(true)}>
            Change address
          </Button>
          {!account.email_verified && (
            <Button look="soft" busy={confirmation.isPending} onClick={confirmation.send}>
              Send a link to confirm it
            </Button>
          )}
        </div>
      )}
    </AccountSection>
  )
}

function ChangeEmail({ onDone }: { onDone: () => void }) {
  const form = useForm({ defaultValues: { email: '', password: '' } })
  const { errors } = form.formState
  const change = useMutation(
    api.account.change_email.mutationOptions({
      onSuccess: (_, { email }) => {
        toast.success('One more step', `Press the link in the mail that we sent to ${email}.`)
        onDone()
      },
      onError: showFailure,
    }),
  )
  return (
    <Form
      label="Change your e-mail"
      className="grid gap-4"
      onSubmit={form.handleSubmit((given) => change.mutate(given))}
    >
      <Field
        label="New e-mail"
        hint="It counts once you press the link that we send there."
        error={errors.email?.message}
      >
        <Input type="email" autoComplete="email" {...form.register('email', emailRules)} />
      </Field>
      <Field label="Your password" error={errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          {...form.register('password', passwordRules)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={change.isPending}>
          Send me the link
        </Button>
        <Button look="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

const EMPTY = { current_password: '', new_password: '' }

export function PasswordSection({ account }: { account: Account }) {
  const shortest = account.role ? SHORTEST_ADMIN_PASSWORD : SHORTEST_PASSWORD
  const queries = useQueryClient()
  const form = useForm({ defaultValues: EMPTY })
  const { errors } = form.formState
  const change = useMutation(
    api.account.change_password.mutationOptions({
      onSuccess: async () => {
        toast.success('Your password is changed', 'All other devices are signed out.')
        form.reset(EMPTY)
        await queries.invalidateQueries({ queryKey: api.account.sessions.key() })
      },
      onError: showFailure,
    }),
  )
  return (
    <AccountSection title="Password" text="A new one signs you out on all other devices.">
      <Form
        label="Change your password"
        className="grid gap-4"
        onSubmit={form.handleSubmit((given) => change.mutate(given))}
      >
        {/* So that a password manager knows whose password this is. */}
        <input type="text" autoComplete="username" value={account.email} readOnly hidden />
        <Field label="Current password" error={errors.current_password?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...form.register('current_password', passwordRules)}
          />
        </Field>
        <NewPasswordField
          shortest={shortest}
          error={errors.new_password?.message}
          registered={form.register('new_password', newPasswordRules(shortest))}
        />
        <Button type="submit" className="justify-self-start" busy={change.isPending}>
          Change password
        </Button>
      </Form>
    </AccountSection>
  )
}

export function SessionsSection() {
  const { data, error } = useQuery(api.account.sessions.queryOptions())
  const clearSession = useClearSession()
  const endAll = useMutation(
    api.account.end_all_sessions.mutationOptions({
      onSuccess: () => {
        toast.success('You are signed out everywhere')
        return clearSession()
      },
      onError: (problem) => toast.error(errorMessage(problem)),
    }),
  )
  return (
    <AccountSection
      title="Where you are signed in"
      text="Something here that is not yours? End it."
    >
      {error && <p role="alert">{errorMessage(error)}</p>}
      {!data && !error && <Skeleton className="h-20" />}
      {data && (
        <ul className="divide-y divide-line rounded-card border border-line bg-paper">
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      <Button
        look="outline"
        className="justify-self-start"
        busy={endAll.isPending}
        onClick={() => endAll.mutate(undefined)}
      >
        Sign out everywhere
      </Button>
    </AccountSection>
  )
}

function SessionRow({ session }: { session: OpenSession }) {
  const queries = useQueryClient()
  const end = useMutation(
    api.account.end_session.mutationOptions({
      onError: (problem) => toast.error(errorMessage(problem)),
      onSettled: () => queries.invalidateQueries({ queryKey: api.account.sessions.key() }),
    }),
  )
  const Icon = /iPhone|iPad|Android/.test(session.device) ? Smartphone : Laptop
  return (
    <li className="flex items-center gap-4 px-4 py-3.5">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-quiet" strokeWidth={1.6} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {session.device}
          {session.current && <Badge tone="green">This device</Badge>}
        </p>
        <p className="text-quiet text-sm">
          Since <LocalTime iso={session.created_at} withTime />
        </p>
      </div>
      {!session.current && (
        <Button
          look="ghost"
          size="small"
          aria-label={`End the session of ${session.device}`}
          busy={end.isPending}
          onClick={() => end.mutate({ id: session.id })}
        >
          End
        </Button>
      )}
    </li>
  )
}
