import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import type { CloverSettings } from '#contract/clover-settings.ts'
import { CURRENCIES } from '#contract/money.ts'
import { isLocalAddress } from '#contract/shop-address.ts'
import { api, client } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useCurrency } from '../../lib/money.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, Form } from '../../ui/Field.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { CopyLine } from '../kit/CopyLine.tsx'
import { LocalWebhookNote, SimulatedWarning, Warning } from '../kit/figures.tsx'
import { WHERE_THE_WEBHOOK_GOES } from '../kit/help.ts'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { CredentialsForm, SecretInput } from './CredentialsForm.tsx'

export function CloverPage() {
  const settings = useQuery(api.clover_settings.get.queryOptions())
  return (
    <AdminPage help="clover" title="Clover Payments">
      <WhenLoaded query={settings} failure="Failed to load payment settings">
        {(data) => (
          <>
            <Warnings settings={data} />
            <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <div className="grid gap-4">
                <CredentialsForm />
                <Webhooks settings={data} />
              </div>
              <div className="grid gap-4">
                <InUse settings={data} />
                <SavedAccounts settings={data} />
              </div>
            </div>
          </>
        )}
      </WhenLoaded>
    </AdminPage>
  )
}

/** Clover charges in the currency of the account, so a price in another would be charged as a wrong amount. */
function OtherCurrency({ currency }: { currency: string }) {
  const shops = useCurrency()
  return (
    <Warning
      title={`This account takes ${currency}, your shop sells in ${shops}`}
      to="/admin/settings"
      action="Site Settings"
    >
      Customers cannot pay until both are the same. Connect an account that takes {shops}
      {CURRENCIES.some((one) => one === currency) &&
        `, or, while the shop has no orders, choose ${currency} as its currency`}
      .
    </Warning>
  )
}

function Warnings({ settings: { active, saved } }: { settings: CloverSettings }) {
  const unreadable = saved.filter(({ is_readable }) => !is_readable)
  return (
    <>
      {active?.source === 'environment' && (
        <Warning title="Set by the environment">
          The server's variables CLOVER_MERCHANT_ID and CLOVER_PRIVATE_TOKEN are in use. What you
          save here is used once they are removed.
        </Warning>
      )}
      <SimulatedWarning />
      {active?.other_currency && <OtherCurrency currency={active.other_currency} />}
      {unreadable.map(({ merchant_id, merchant_name }) => (
        <Warning key={merchant_id} title={`The token of ${merchant_name} cannot be read`}>
          The server's encryption key has changed. Enter the private token of {merchant_id} again.
        </Warning>
      ))}
    </>
  )
}

const SOURCES = { saved: 'Saved here', environment: 'Environment', simulator: 'Simulator' }

function InUse({ settings: { active } }: { settings: CloverSettings }) {
  const shops = useCurrency()
  const test = useAdminMutation({
    run: () => client.clover_settings.test(),
    refresh: [api.clover_settings.key()],
    onError: () => true,
  })
  if (!active) {
    return (
      <Card title="In use">
        <p className="text-sm">
          No merchant account. Customers cannot pay until you save credentials.
        </p>
      </Card>
    )
  }
  return (
    <Card title="In use">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{active.merchant_name ?? active.merchant_id}</span>
        <Badge tone={active.source === 'simulator' ? 'yellow' : 'green'}>
          {SOURCES[active.source]}
        </Badge>
      </p>
      {active.merchant_name && (
        <p className="mt-1 font-mono text-quiet text-sm">{active.merchant_id}</p>
      )}
      <Button
        look="outline"
        size="small"
        className="mt-4"
        busy={test.isPending}
        onClick={() => test.mutate()}
      >
        Test the connection
      </Button>
      <div role="status" className="mt-3 text-sm empty:hidden">
        {test.data && (
          <p className="flex items-center gap-2 text-leaf">
            <CircleCheck aria-hidden="true" className="size-4.5 shrink-0" />
            Clover answers as {test.data.name}
            {test.data.address?.city && `, ${test.data.address.city}`}.
          </p>
        )}
        {test.data?.other_currency && (
          <p className="mt-2 flex items-center gap-2 text-danger">
            <CircleX aria-hidden="true" className="size-4.5 shrink-0" />
            It takes {test.data.other_currency}, your shop sells in {shops}.
          </p>
        )}
        {test.error && (
          <p className="flex items-center gap-2 text-danger">
            <CircleX aria-hidden="true" className="size-4.5 shrink-0" />
            {errorMessage(test.error)}
          </p>
        )}
      </div>
    </Card>
  )
}

function SavedAccounts({ settings: { saved } }: { settings: CloverSettings }) {
  if (saved.length === 0) return null
  return (
    <Card
      title="Saved accounts"
      text="Payments that began on an earlier account still arrive there."
    >
      <ul className="grid gap-3 text-sm">
        {saved.map((account) => (
          <li key={account.merchant_id} className="grid gap-0.5">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{account.merchant_name}</span>
              {account.is_active && <Badge tone="green">Active</Badge>}
              {!account.is_readable && <Badge tone="red">Unreadable</Badge>}
            </p>
            <p className="text-quiet text-xs">
              <span className="font-mono">{account.merchant_id}</span>, saved{' '}
              <LocalTime iso={account.updated_at} withTime />
            </p>
            <details className="text-quiet">
              <summary className="cursor-pointer py-1 text-xs hover:text-ink">Changes</summary>
              <div className="pt-2 text-ink">
                <ChangeHistory type="clover_settings" id={account.merchant_id} />
              </div>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Webhooks({ settings }: { settings: CloverSettings }) {
  const account = settings.saved.find(({ is_active }) => is_active)
  return (
    <Card
      title="Webhook"
      text="Clover reports each payment to the shop. Without it, payments are found within a minute."
    >
      <div className="grid gap-5">
        {isLocalAddress(settings.webhook_url) && <LocalWebhookNote />}
        <CopyLine
          label="Webhook address"
          hint={WHERE_THE_WEBHOOK_GOES}
          value={settings.webhook_url}
        />
        {account && <WebhookSecretForm account={account} />}
      </div>
    </Card>
  )
}

type Account = CloverSettings['saved'][number]

/** Write-only, like the token: the server says whether there is one, never which. */
function WebhookSecretForm({ account }: { account: Account }) {
  const [secret, setSecret] = useState('')
  const [isMissing, setMissing] = useState(false)
  const save = useAdminMutation({
    run: client.clover_settings.set_webhook_secret,
    success: 'Signing secret saved',
    refresh: [api.clover_settings.key()],
    onSuccess: () => setSecret(''),
  })
  const submit = () => {
    setMissing(secret.trim() === '')
    if (secret.trim() === '') return
    save.mutate({ merchant_id: account.merchant_id, webhook_secret: secret })
  }
  return (
    <Form
      label="Signing secret"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field
        label={`Signing secret of ${account.merchant_name}`}
        hint={
          account.has_webhook_secret ? 'One is saved. A new one replaces it.' : 'None saved yet.'
        }
        error={isMissing ? 'Signing secret is required' : undefined}
      >
        <div className="flex gap-2">
          <SecretInput value={secret} onChange={setSecret} />
          <Button
            type="submit"
            look="outline"
            className="shrink-0 whitespace-nowrap"
            busy={save.isPending}
          >
            Save secret
          </Button>
        </div>
      </Field>
    </Form>
  )
}
