import { useState } from 'react'
import type { Merchant } from '#contract/clover-settings.ts'
import { api, client } from '../../lib/api.ts'
import { errorMessage, hasErrorCode } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { WHERE_CLOVER_VALUES_ARE } from '../kit/help.ts'

const MISSING = 'Please provide both Private Token and Merchant ID'

/** The message of the refusal is the title of the toast. */
const reasonOf = (error: unknown) =>
  hasErrorCode(error, 'INVALID_CLOVER_CREDENTIALS')
    ? 'Clover does not accept this private token for this merchant ID. Check both in your Clover dashboard.'
    : errorMessage(error)

const merchantsReason = (error: unknown) =>
  hasErrorCode(error, 'MERCHANTS_NOT_LOADED')
    ? 'Check the token, or enter the merchant ID yourself.'
    : errorMessage(error)

/** The token goes to the server and is never shown again. What was typed survives a refusal. */
export function CredentialsForm() {
  const [token, setToken] = useState('')
  const [merchantId, setMerchantId] = useState('')
  const [isChecked, setChecked] = useState(false)
  const load = useAdminMutation({
    run: client.functions.get_clover_merchants,
    onError: () => {
      toast.error('Error Loading Merchants', 'Failed to load merchants from Clover')
      return true
    },
  })
  const save = useAdminMutation({
    run: client.clover_settings.save,
    success: 'Credentials saved and validated successfully',
    refresh: [api.clover_settings.key(), api.insights.key()],
    onSuccess: () => {
      setToken('')
      setMerchantId('')
      setChecked(false)
      load.reset()
    },
    onError: (error) => {
      toast.error('Invalid credentials - unable to connect to Clover', reasonOf(error))
      return true
    },
  })
  const missing = (text: string) => isChecked && text.trim() === ''

  const loadMerchants = () => {
    if (token.trim()) return load.mutate({ privateToken: token })
    setChecked(true)
    toast.error('Missing Information', MISSING)
  }
  const submit = () => {
    setChecked(true)
    if (!token.trim() || !merchantId.trim()) return toast.error('Missing Information', MISSING)
    save.mutate({ private_token: token, merchant_id: merchantId })
  }
  const choose = ({ id, name }: Merchant) => {
    setMerchantId(id)
    toast.success(`Selected merchant: ${name}`)
  }

  return (
    <Card
      title="Credentials"
      text={`${WHERE_CLOVER_VALUES_ARE} Both are checked with Clover first.`}
    >
      <Form
        label="Clover credentials"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field
          label="Private Token"
          hint="Stored encrypted, and never shown again."
          error={missing(token) ? 'Private Token is required' : undefined}
        >
          <div className="flex flex-wrap gap-2 sm:flex-nowrap">
            <SecretInput value={token} onChange={setToken} />
            <Button
              look="outline"
              className="shrink-0 whitespace-nowrap"
              busy={load.isPending}
              onClick={loadMerchants}
            >
              Load merchants
            </Button>
          </div>
        </Field>
        {load.error && !load.isPending && (
          <p role="alert" className="text-danger text-sm">
            Failed to load merchants from Clover. {merchantsReason(load.error)}
          </p>
        )}
        {load.data && (
          <Merchants merchants={load.data.merchants} chosen={merchantId} onChoose={choose} />
        )}
        <Field
          label="Merchant ID"
          hint="13 letters and digits; choosing a merchant fills it in."
          error={missing(merchantId) ? 'Merchant ID is required' : undefined}
        >
          <Input
            value={merchantId}
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            onChange={(event) => setMerchantId(event.target.value)}
            className="font-mono"
          />
        </Field>
        <div>
          <Button type="submit" busy={save.isPending}>
            Validate and save
          </Button>
        </div>
      </Form>
    </Card>
  )
}

type MerchantsProps = {
  merchants: Merchant[]
  chosen: string
  onChoose: (merchant: Merchant) => void
}

function Merchants({ merchants, chosen, onChoose }: MerchantsProps) {
  if (merchants.length === 0) {
    return <p className="text-sm">This token has no merchants. Enter the merchant ID yourself.</p>
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-sm">Choose a merchant</legend>
      {merchants.map((merchant) => (
        <label
          key={merchant.id}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field border border-line px-3.5 py-2 transition-colors hover:border-field has-checked:border-rose has-checked:bg-blush"
        >
          <input
            type="radio"
            name="merchant"
            checked={chosen === merchant.id}
            onChange={() => onChoose(merchant)}
            className="size-4.5 shrink-0 accent-rose"
          />
          <span className="grid min-w-0 text-sm">
            <span className="font-medium">{merchant.name}</span>
            <span className="truncate text-quiet text-xs">
              {[merchant.id, ...placeOf(merchant)].join(' · ')}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const placeOf = ({ address }: Merchant) =>
  [address?.address1, address?.city, address?.state].filter(Boolean)

/** For what is typed or pasted and never shown again. */
export function SecretInput(props: { value: string; onChange: (value: string) => void }) {
  return (
    <Input
      type="password"
      autoComplete="off"
      spellCheck={false}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}
