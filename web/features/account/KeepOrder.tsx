import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type { Order } from '#contract/orders.ts'
import { client } from '../../lib/api.ts'
import { errorMessage, hasErrorCode } from '../../lib/errors.ts'
import { useRefreshSession, useSession } from '../../lib/session.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { Checkbox, Form } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { TermsLabel } from './AuthTabs.tsx'
import { TEXTS } from './form-rules.ts'
import { NewPasswordField, newPasswordRules } from './PasswordFields.tsx'

type KeepOrderProps = { order: Order; orderKey?: string; onKept: () => void }

/** Offers to keep a guest's order in an account: a new one, or the one that is signed in. */
export function KeepOrder({ order, orderKey, onKept }: KeepOrderProps) {
  const { status, profile } = useSession()
  const keep = async () => {
    await client.orders.claim({ id: order.id, key: orderKey })
    toast.success('This order is in your account now.')
    onKept()
  }
  if (order.user_id || !order.shipping_address || status === 'loading') return null
  return (
    <section
      aria-labelledby="keep-order"
      className="grid max-w-xl gap-5 rounded-card border border-line p-6 lg:col-span-2 lg:p-8"
    >
      <div className="grid gap-1.5">
        <h2 id="keep-order" className="text-2xl">
          Keep this order
        </h2>
        <p className="text-quiet">
          {profile
            ? `Add it to the orders of ${profile.email}.`
            : `Choose a password, and it is the first order of your account (${order.shipping_address.email}).`}
        </p>
      </div>
      {profile ? (
        <KeepButton keep={keep} />
      ) : (
        <NewAccountForm order_id={order.id} person={order.shipping_address} keep={keep} />
      )}
    </section>
  )
}

function KeepButton({ keep }: { keep: () => Promise<void> }) {
  const keeping = useMutation({
    mutationFn: keep,
    onError: (error) => toast.error('Error', errorMessage(error)),
  })
  return (
    <Button
      className="justify-self-start"
      busy={keeping.isPending}
      onClick={() => keeping.mutate()}
    >
      Keep it in my account
    </Button>
  )
}

type NewAccountFormProps = {
  order_id: string
  person: { fullName: string; email: string }
  keep: () => Promise<void>
}

function NewAccountForm({ order_id, person, keep }: NewAccountFormProps) {
  const form = useForm({ defaultValues: { password: '', terms: false } })
  const refreshSession = useRefreshSession()
  const making = useMutation({
    mutationFn: async ({ password }: { password: string }) => {
      const { fullName: full_name, email } = person
      await client.auth.sign_up({ full_name, email, password, terms_accepted: true })
      // Fails when the address has an account with another password: signing up does not say so.
      await client.auth.sign_in({ email, password })
      await keep()
      await refreshSession()
    },
    onError: (error) => {
      if (!hasErrorCode(error, 'INVALID_CREDENTIALS')) toast.error('Error', errorMessage(error))
    },
  })
  const submit = form.handleSubmit(({ terms, password }) => {
    if (!terms) return toast.error(TEXTS.terms)
    making.mutate({ password })
  })
  return (
    <Form label="New account" className="grid gap-5" onSubmit={submit}>
      <NewPasswordField
        label="Password"
        error={form.formState.errors.password?.message}
        registered={form.register('password', newPasswordRules())}
      />
      <Checkbox {...form.register('terms')} label={<TermsLabel />} />
      {hasErrorCode(making.error, 'INVALID_CREDENTIALS') && (
        <div role="alert" className="grid justify-items-start gap-1">
          <p>This address seems to have an account already. Sign in, and keep the order there.</p>
          <Link
            to="/auth"
            search={{ mode: 'signin', redirect: `/order/${order_id}` }}
            className={buttonStyle({ look: 'link', className: 'py-3' })}
          >
            Sign In
          </Link>
        </div>
      )}
      <Button type="submit" className="justify-self-start" busy={making.isPending}>
        Make an account
      </Button>
    </Form>
  )
}
