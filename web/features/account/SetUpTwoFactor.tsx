import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { useAccountChanged } from './account-query.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Password, then the secret for the app, then a code that proves that the app has it. */
export function SetUpTwoFactor({ onDone }: { onDone: () => void }) {
  const setUp = useMutation(
    api.two_factor.set_up.mutationOptions({ onError: (error) => toast.error(errorMessage(error)) }),
  )
  if (!setUp.data) {
    return (
      <PasswordForm
        label="Continue"
        busy={setUp.isPending}
        onPassword={(given) => setUp.mutate(given)}
        onCancel={onDone}
      />
    )
  }
  return (
    <>
      <Secret uri={setUp.data.uri} secret={setUp.data.secret} />
      <RecoveryCodes codes={setUp.data.recovery_codes} />
      <ProveApp onDone={onDone} />
    </>
  )
}

function Secret({ uri, secret }: { uri: string; secret: string }) {
  return (
    <div className="flex flex-wrap items-center gap-6">
      <QrCode text={uri} label="QR code for the authenticator app" className="size-44" />
      <div className="grid min-w-0 flex-1 basis-52 gap-3">
        <p>
          Scan this with your authenticator app,{' '}
          <a href={uri} className="text-rose underline underline-offset-4">
            open it on this device
          </a>
          , or type in the secret:
        </p>
        <code className="break-all rounded-field bg-blush px-3 py-2 font-mono text-sm">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
      </div>
    </div>
  )
}

function ProveApp({ onDone }: { onDone: () => void }) {
  const changed = useAccountChanged()
  const form = useForm({ defaultValues: { code: '' } })
  const turnOn = useMutation(
    api.two_factor.turn_on.mutationOptions({
      onSuccess: async () => {
        toast.success('Two-step sign-in is on')
        await changed()
        onDone()
      },
      onError: (error) => toast.error(errorMessage(error)),
    }),
  )
  return (
    <Form className="grid gap-4" onSubmit={form.handleSubmit((given) => turnOn.mutate(given))}>
      <Field
        label="The code that the app shows now"
        error={form.formState.errors.code?.message}
        className="max-w-60"
      >
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.register('code', {
            validate: (value) => /^\d{6}$/.test(value.trim()) || 'Six digits',
          })}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={turnOn.isPending}>
          Turn it on
        </Button>
        <Button look="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
