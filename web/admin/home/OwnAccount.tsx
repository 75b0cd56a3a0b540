import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { isEmail, SHORTEST_ADMIN_PASSWORD } from '#contract/rules.ts'
import type { SetupPart } from '#contract/setup.ts'
import { api, client } from '../../lib/api.ts'
import { errorMessage, hasErrorCode } from '../../lib/errors.ts'
import { closeSignInDialog, useRefreshSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminMutation } from '../kit/admin-mutation.ts'

/** The action of the first step: an account of one's own, or the end of the demo's. */
export function OwnAccount({ parts }: { parts: readonly SetupPart[] }) {
  const [isOpen, setOpen] = useState(false)
  const has = (name: SetupPart['part']) =>
    parts.some(({ part, is_done }) => part === name && is_done)
  if (has('own_admin') && has('demo_admin')) return null
  return (
    <p>
      <Button size="small" onClick={() => setOpen(true)}>
        {has('own_admin') ? "Close the demo's account" : 'Create my account'}
      </Button>
      {has('own_admin') ? (
        <CloseDemoAccount open={isOpen} onOpenChange={setOpen} />
      ) : (
        <Dialog
          open={isOpen}
          onOpenChange={setOpen}
          title="Your own account"
          description="It takes the place of the demo's administrator, whose account is closed. You stay signed in."
        >
          <OwnAccountForm onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </p>
  )
}

type OpenProps = { open: boolean; onOpenChange: (open: boolean) => void }

function CloseDemoAccount({ open, onOpenChange }: OpenProps) {
  const close = useAdminMutation({
    run: () => client.setup.close_demo_admin(),
    success: "The demo's account is closed",
    refresh: [api.setup.key()],
    onSuccess: () => onOpenChange(false),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Close the demo's account?"
      text="Nobody can sign in with the published password any more. Your own account is not affected."
      confirmLabel="Close it"
      busy={close.isPending}
      onConfirm={() => close.mutate()}
    />
  )
}

type NewAdmin = { full_name: string; email: string; password: string }

/** The old session ends on the server, so the browser signs in with what was just typed. */
function OwnAccountForm({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient()
  const refreshSession = useRefreshSession()
  const form = useForm<NewAdmin>({ defaultValues: { full_name: '', email: '', password: '' } })
  const { errors } = form.formState
  const create = useMutation({
    mutationFn: async (admin: NewAdmin) => {
      await client.setup.create_own_admin(admin)
      await client.auth.sign_in({ email: admin.email, password: admin.password })
      await refreshSession()
      closeSignInDialog()
    },
    onSuccess: async () => {
      toast.success('This is your account now')
      onDone()
      await queries.invalidateQueries()
    },
    onError: (error) => {
      if (hasErrorCode(error, 'ADDRESS_TAKEN')) form.setError('email', { message: error.message })
      else toast.error(errorMessage(error))
    },
  })
  return (
    <Form
      label="Your own account"
      className="grid gap-5"
      onSubmit={form.handleSubmit((admin) => create.mutate(admin))}
    >
      <Field label="Full Name" error={errors.full_name?.message}>
        <Input
          autoComplete="name"
          maxLength={200}
          {...form.register('full_name', {
            validate: (text) => text.trim() !== '' || 'Full name is required',
          })}
        />
      </Field>
      <Field label="Email" hint="You sign in with it." error={errors.email?.message}>
        <Input
          type="email"
          autoComplete="username"
          {...form.register('email', {
            validate: (text) => isEmail(text.trim()) || 'Please enter a valid email address',
          })}
        />
      </Field>
      <Field
        label="Password"
        hint={`At least ${SHORTEST_ADMIN_PASSWORD} characters, and used nowhere else.`}
        error={errors.password?.message}
      >
        <Input
          type="password"
          autoComplete="new-password"
          {...form.register('password', {
            minLength: {
              value: SHORTEST_ADMIN_PASSWORD,
              message: `Password must be at least ${SHORTEST_ADMIN_PASSWORD} characters`,
            },
            required: 'Password is required',
          })}
        />
      </Field>
      <Button type="submit" busy={create.isPending}>
        Create my account
      </Button>
    </Form>
  )
}
