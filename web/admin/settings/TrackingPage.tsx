import { Link } from '@tanstack/react-router'
import { buttonStyle } from '../../ui/Button.tsx'
import { Checkbox, Field, Input } from '../../ui/Field.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { SETTING_NAMES } from '../kit/content-names.ts'
import { IfMay } from '../kit/rights.tsx'
import { StoredSettings } from './StoredSettings.tsx'
import type { SettingsForm } from './settings-form.ts'

/** What is counted of visitors. All of it is off until the owner switches it on. */
export function TrackingPage() {
  return (
    <AdminPage
      help="tracking"
      title="Counting and Tracking"
      actions={
        <IfMay area="figures">
          <Link to="/admin/visitors" className={buttonStyle({ look: 'outline', size: 'narrow' })}>
            Visitors
          </Link>
        </IfMay>
      }
    >
      <StoredSettings label="Counting and tracking">
        {(form) => <TrackingFields form={form} />}
      </StoredSettings>
    </AdminPage>
  )
}

function TrackingFields({ form }: { form: SettingsForm }) {
  return (
    <>
      <Card
        title="Visits"
        text="The shop counts visits, product views, carts, checkouts and paid orders itself: sums by day, source and product, without cookies, without addresses, and without robots. Nothing leaves your server."
      >
        <Checkbox
          label="Count visits"
          checked={form.textOf('count_visits') === 'on'}
          onChange={({ target }) => form.type('count_visits', target.checked ? 'on' : '')}
        />
      </Card>
      <Card
        title="Services of others"
        text="Only if you use them: visitors are asked first, and nothing is loaded before they agree. Say so in your privacy policy. Empty: no banner, nothing is loaded."
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <ServiceId
            form={form}
            name="google_analytics_id"
            hint="The measurement ID of a web data stream of Google Analytics 4, such as G-ABC123DEF4."
          />
          <ServiceId
            form={form}
            name="meta_pixel_id"
            hint="The ID of the pixel in Meta Events Manager, a number of about 15 digits."
          />
        </div>
      </Card>
    </>
  )
}

type ServiceIdProps = {
  form: SettingsForm
  name: 'google_analytics_id' | 'meta_pixel_id'
  hint: string
}

const ServiceId = ({ form, name, hint }: ServiceIdProps) => (
  <Field label={SETTING_NAMES[name]} hint={hint} error={form.problems[name]}>
    <Input
      value={form.textOf(name)}
      maxLength={30}
      autoComplete="off"
      onChange={({ target }) => form.type(name, target.value.trim())}
    />
  </Field>
)
