import { useMutation } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { encode } from 'uqr'
import type { Account } from '#contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useRefreshSession } from '../../lib/session.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountSection, useAccountChanged } from './AccountSection.tsx'
import { showFailure } from './account-fields.tsx'
import { PasswordForm } from './PasswordFields.tsx'

/** Light modules around the code, as its standard requires for scanning. */
const QUIET_ZONE = 4

function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-44">
      <rect width={size} height={size} rx={2} fill="#fff" />
      <path d={path.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast.success('Copied')
    } catch {
      toast.error('Copying is not allowed here', 'Please write the codes down.')
    }
  }
  return (
    <div className="grid gap-3 rounded-card bg-honey-tint p-5">
      <p className="font-medium">Keep these recovery codes</p>
      <p className="text-sm">
        Without your phone, each of them opens the second step once. They are not shown again.
      </p>
      <NamedList
        label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </NamedList>
      <Button look="outline" size="small" className="justify-self-start" onClick={copy}>
        <Copy aria-hidden="true" className="size-4" />
        Copy
      </Button>
    </div>
  )
}

/** Password, then the secret for the app, then a code that proves that the app has it. */
function SetUpTwoFactor({ onDone }: { onDone: () => void }) {
  const setUp = useMutation(api.two_factor.set_up.mutationOptions({ onError: showFailure }))
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
      <QrCode text={uri} label="QR code for the authenticator app" />
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
  const refreshSession = useRefreshSession()
  const form = useForm({ defaultValues: { code: '' } })
  const turnOn = useMutation(
    api.two_factor.turn_on.mutationOptions({
      onSuccess: async () => {
        toast.success('Two-step sign-in is on')
        await changed()
        await refreshSession()
        onDone()
      },
      onError: showFailure,
    }),
  )
  return (
    <Form
      label="Turn on two-factor"
      className="grid gap-4"
      onSubmit={form.handleSubmit((given) => turnOn.mutate(given))}
    >
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
