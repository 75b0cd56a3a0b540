import { useQuery } from '@tanstack/react-query'
import { type ReturnSettings, ReturnSettingsEdit } from '#contract/returns.ts'
import { api, client } from '../../lib/api.ts'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Field, Input, Select, Textarea } from '../../ui/Field.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { asNumber, EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

/** Whether the shop takes returns, for how long, and what customers read when one is approved. */
export function ReturnSettingsCard() {
  const settings = useQuery(api.returns.settings.queryOptions())
  return (
    <WhenLoaded
      query={settings}
      failure="Failed to load the return settings"
      placeholder={<Skeleton className="h-72" />}
    >
      {(data) => <SettingsForm settings={data} />}
    </WhenLoaded>
  )
}

const USUAL_DAYS = 30

function SettingsForm({ settings }: { settings: ReturnSettings }) {
  const { days, instructions, version } = settings
  const form = useEditForm<ReturnSettingsEdit, ReturnSettings>({
    schema: ReturnSettingsEdit,
    values: { days, instructions },
    version,
    save: (values, seen = version) => client.returns.save_settings({ ...values, version: seen }),
    success: 'Return settings saved successfully',
    refresh: [api.returns.key(), api.mail_templates.key(), api.notifications.key()],
  })
  const chosen = form.watch('days')
  const isOn = chosen !== null
  return (
    <EditFormFrame form={form} label="Return settings">
      <Card>
        <div className="grid max-w-3xl gap-5">
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field
              label="Returns"
              hint={
                isOn
                  ? 'Customers and guests can ask for a return on the page of their order.'
                  : 'Nobody is offered a return. You can still refund any order.'
              }
            >
              <Select
                value={String(isOn)}
                onChange={({ target }) =>
                  form.setValue('days', target.value === 'true' ? (days ?? USUAL_DAYS) : null, {
                    shouldDirty: true,
                  })
                }
              >
                <option value="false">Not taken</option>
                <option value="true">Taken within some days</option>
              </Select>
            </Field>
            {isOn && (
              <FormField
                form={form}
                name="days"
                label="Days"
                hint="After delivery; where the shop does not know that, after shipping or payment."
              >
                <Input inputMode="numeric" {...form.register('days', asNumberOrZero)} />
              </FormField>
            )}
          </div>
          {isOn && (
            <FormField
              form={form}
              name="instructions"
              label="How to send it"
              optional
              hint="Your address for returns and what to put into the parcel. Customers read it when you approve a return, on the page of their order and in a mail."
            >
              <Textarea rows={5} {...form.register('instructions')} />
            </FormField>
          )}
        </div>
      </Card>
    </EditFormFrame>
  )
}

/** An empty field is no number of days, and must not switch returns off. */
const asNumberOrZero = { setValueAs: (text: unknown) => asNumber.setValueAs(text) ?? 0 }
