import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { SettingKey } from '#contract/content.ts'
import { CURRENCIES, currencyOf } from '#contract/money.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { Field, Input, Select, Textarea } from '../../ui/Field.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { SETTING_NAMES } from '../kit/content-names.ts'
import { IfMay } from '../kit/rights.tsx'
import { LookFields, SavedMark } from './LookFields.tsx'
import { MoreSettings } from './MoreSettings.tsx'
import { StoredSettings } from './StoredSettings.tsx'
import type { SettingsForm } from './settings-form.ts'

type Kind = 'text' | 'url' | 'email' | 'tel' | 'lines' | 'zone' | 'currency'
type SettingField = {
  key: SettingKey
  kind: Kind
  hint?: string
  /** Why it can no longer be changed. */
  fixed?: string
}

const CARDS: { title: string; fields: SettingField[] }[] = [
  {
    title: 'Site info',
    fields: [
      { key: 'site_title', kind: 'text' },
      {
        key: 'currency',
        kind: 'currency',
        hint: 'Of all prices. Choose it before the first order: then it stays. It must be the one of your Clover account.',
        fixed: 'The shop has orders, so its currency can no longer be changed.',
      },
      { key: 'site_description', kind: 'lines' },
    ],
  },
  {
    title: 'Contact information',
    fields: [
      { key: 'support_email', kind: 'email' },
      { key: 'contact_phone', kind: 'tel' },
      { key: 'contact_address', kind: 'text' },
      { key: 'contact_city', kind: 'text' },
      { key: 'business_hours_sun_thu', kind: 'text' },
      { key: 'business_hours_friday', kind: 'text' },
      { key: 'business_hours_saturday', kind: 'text' },
      {
        key: 'opening_hours',
        kind: 'lines',
        hint: 'One line for some days, such as “Mon-Fri: 9:00 - 18:00” or “Sun closed”. When filled, they replace the three above.',
      },
      {
        key: 'time_zone',
        kind: 'zone',
        hint: 'Of opening hours, coupon dates and the days of the dashboard.',
      },
    ],
  },
  {
    title: 'Newsletter',
    fields: [
      {
        key: 'newsletter_invitation',
        kind: 'lines',
        hint: 'Shown at the bottom of every page above a field for the address, such as “A letter now and then: new products and offers.” Each address is confirmed by mail before it counts as consent. Empty: no sign-up.',
      },
    ],
  },
  {
    title: 'Social links',
    fields: [
      { key: 'facebook_url', kind: 'url' },
      { key: 'instagram_url', kind: 'url' },
      { key: 'twitter_url', kind: 'url' },
    ],
  },
]

export function SettingsPage() {
  return (
    <AdminPage
      help="settings"
      title="Site Settings"
      actions={
        <>
          <IfMay area="backups">
            <Link to="/admin/backups" className={buttonStyle({ look: 'outline', size: 'narrow' })}>
              Backups
            </Link>
          </IfMay>
          <IfMay area="ownership">
            <Link
              to="/admin/make-it-mine"
              className={buttonStyle({ look: 'outline', size: 'narrow' })}
            >
              Make It Mine
            </Link>
          </IfMay>
        </>
      }
    >
      <StoredSettings label="Site settings">
        {(form) => <SettingsFields form={form} />}
      </StoredSettings>
      <MoreSettings />
    </AdminPage>
  )
}

function SettingsFields({ form }: { form: SettingsForm }) {
  return (
    <>
      {CARDS.map(({ title, fields }) => (
        <Card key={title} title={title}>
          <div className="grid gap-4 sm:grid-cols-2">
            {fields.map((field) => (
              <SettingInput
                key={field.key}
                field={field}
                value={form.textOf(field.key)}
                problem={form.problems[field.key]}
                isSaved={form.saved.includes(field.key)}
                isFixed={form.isFixed(field.key)}
                onType={(value) => form.type(field.key, value)}
              />
            ))}
          </div>
        </Card>
      ))}
      <LookFields form={form} />
      <Card title="Changes">
        <ChangeHistory type="site_settings" />
      </Card>
    </>
  )
}

type SettingInputProps = {
  field: SettingField
  value: string
  problem: string | undefined
  isSaved: boolean
  isFixed: boolean
  onType: (value: string) => void
}

function SettingInput({ field, value, problem, isSaved, isFixed, onType }: SettingInputProps) {
  const control = {
    value,
    maxLength: 1000,
    onChange: ({ target }: { target: { value: string } }) => onType(target.value),
  }
  return (
    <Field
      label={
        <>
          {SETTING_NAMES[field.key]}
          {isSaved && <SavedMark />}
        </>
      }
      hint={isFixed ? field.fixed : field.hint}
      error={problem}
      className={field.kind === 'lines' ? 'sm:col-span-2' : undefined}
    >
      {field.kind === 'lines' ? (
        <Textarea rows={3} {...control} />
      ) : field.kind === 'zone' ? (
        <ZoneSelect value={value} onChange={control.onChange} />
      ) : field.kind === 'currency' ? (
        <CurrencySelect value={value} disabled={isFixed} onChange={control.onChange} />
      ) : (
        <Input type={field.kind} {...control} />
      )}
    </Field>
  )
}

type SettingSelectProps = Pick<ComponentProps<'select'>, 'disabled' | 'onChange'> & {
  value: string
}

function ZoneSelect({ value, ...control }: SettingSelectProps) {
  const zones = Intl.supportedValuesOf('timeZone')
  return (
    <Select value={value} {...control}>
      <option value="">UTC</option>
      {[...new Set(value ? [value, ...zones] : zones)].map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </Select>
  )
}

const currencyNames = new Intl.DisplayNames('en-US', { type: 'currency' })

/** The first stands for no setting, as in a shop that never chose. */
function CurrencySelect({ value, ...control }: SettingSelectProps) {
  const [first] = CURRENCIES
  const chosen = currencyOf(value)
  return (
    <Select value={chosen === first ? '' : chosen} {...control}>
      {CURRENCIES.map((currency) => (
        <option key={currency} value={currency === first ? '' : currency}>
          {currencyNames.of(currency)} ({currency})
        </option>
      ))}
    </Select>
  )
}
