import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import {
  type AddressCheck,
  ShopAddressEdit,
  type ShopAddressSettings,
} from '#contract/shop-address.ts'
import { api, client } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { useHydrated } from '../../lib/hydration.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Input } from '../../ui/Field.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import {
  asNumber,
  type EditForm,
  EditFormFrame,
  FormField,
  useEditForm,
} from '../kit/edit-form.tsx'

const REFRESH = [api.shop_address.key(), api.setup.key(), api.clover_settings.key()]

/** The address is asked for an answer of this very shop before it is saved. */
export function AddressForm({ settings }: { settings: ShopAddressSettings }) {
  const [unreached, setUnreached] = useState<string>()
  const [isUnchecked, setUnchecked] = useState(false)
  const form = useEditForm<ShopAddressEdit, ShopAddressSettings>({
    schema: ShopAddressEdit,
    values: settings.saved,
    version: settings.version,
    save: async (values, version) => {
      const unchecked = isUnchecked
      setUnreached(undefined)
      setUnchecked(false)
      try {
        return await client.shop_address.save({ ...values, version: version ?? 0, unchecked })
      } catch (error) {
        if (hasErrorCode(error, 'ADDRESS_NOT_REACHED')) setUnreached(error.data.reason)
        throw error
      }
    },
    success: 'Address saved: it is in use now',
    failure: 'Not saved',
    refresh: [...REFRESH, api.audit_log.key()],
  })
  return (
    <EditFormFrame form={form} label="Shop address" saveLabel="Check and save" isNew>
      <div className="grid gap-4">
        <Card
          title="Address"
          text="The name that you bought at a domain provider, with https:// in front."
        >
          <div className="grid gap-4">
            <FormField
              form={form}
              name="public_url"
              label="Address of the shop"
              hint="Such as https://shop.example.com. Empty: only this machine can use the shop."
            >
              <Input
                type="url"
                inputMode="url"
                autoComplete="off"
                spellCheck={false}
                placeholder="https://"
                {...form.register('public_url')}
              />
            </FormField>
            <CurrentAddress form={form} />
            <CheckRow form={form} />
          </div>
        </Card>
        <Card
          title="Proxies in front"
          text="Caddy, nginx or a load balancer that passes requests on. Limits against abuse count visitors by the address that it names."
        >
          <FormField
            form={form}
            name="trusted_proxies"
            label="Number of proxies"
            hint="0 without one, 1 with Caddy or nginx on this machine. The check above says how many it saw."
            className="max-w-60"
          >
            <Input
              type="number"
              inputMode="numeric"
              {...form.register('trusted_proxies', asNumber)}
            />
          </FormField>
        </Card>
      </div>
      <ConfirmDialog
        open={unreached !== undefined}
        onOpenChange={(open) => !open && setUnreached(undefined)}
        title="Save it although the check failed?"
        text={
          <>
            {unreached} Some networks do not let a machine reach its own public address; then it may
            be right all the same. You can go on using the address that you are using now.
          </>
        }
        confirmLabel="Save without the check"
        busy={form.isSaving}
        onConfirm={() => {
          setUnchecked(true)
          // After the state has arrived, as with a second press of the button.
          setTimeout(() => void form.submit())
        }}
      />
    </EditFormFrame>
  )
}

type FormProps = { form: EditForm<ShopAddressEdit> }

/** Who already came through the public name need not type it. */
function CurrentAddress({ form }: FormProps) {
  const hydrated = useHydrated()
  const here = hydrated ? location.origin : ''
  const isPublic = here.startsWith('https:')
  if (!isPublic || form.watch('public_url') === here) return null
  return (
    <p className="text-sm">
      You are using {here} right now.{' '}
      <Button
        look="link"
        size="small"
        onClick={() => form.setValue('public_url', here, { shouldDirty: true })}
      >
        Use this address
      </Button>
    </p>
  )
}

function CheckRow({ form }: FormProps) {
  const check = useAdminMutation({
    run: client.shop_address.check,
    refresh: REFRESH,
  })
  const run = async () => {
    if (await form.trigger('public_url')) check.mutate({ public_url: form.getValues('public_url') })
  }
  return (
    <div className="grid justify-items-start gap-3">
      <Button look="outline" size="small" busy={check.isPending} onClick={() => void run()}>
        Check the address
      </Button>
      <div role="status" className="text-sm empty:hidden">
        {check.data && <Outcome found={check.data} form={form} />}
      </div>
    </div>
  )
}

function Outcome({ found: { problem, proxies }, form }: { found: AddressCheck } & FormProps) {
  if (problem !== null) {
    return (
      <p className="flex gap-2 text-danger">
        <CircleX aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
        <span className="[overflow-wrap:anywhere]">{problem}</span>
      </p>
    )
  }
  const isOther = proxies !== null && proxies !== form.watch('trusted_proxies')
  return (
    <div className="grid gap-2">
      <p className="flex gap-2 text-leaf">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
        <span>
          Your shop answers there
          {proxies ? `, through ${proxies} ${proxies === 1 ? 'proxy' : 'proxies'}.` : '.'}
        </span>
      </p>
      {isOther && (
        <p>
          The number of proxies below differs.{' '}
          <Button
            look="link"
            size="small"
            onClick={() => form.setValue('trusted_proxies', proxies, { shouldDirty: true })}
          >
            Set it to {proxies}
          </Button>
        </p>
      )}
    </div>
  )
}
