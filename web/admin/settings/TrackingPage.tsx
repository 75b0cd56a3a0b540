import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import type { EditableSetting } from '#contract/edit-settings.ts'
import { api } from '../../lib/api.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { Checkbox, Form } from '../../ui/Field.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { IfMay } from '../kit/rights.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { SaveBar } from './SaveBar.tsx'
import { useSettingsForm } from './settings-form.ts'

/** What is counted of visitors. All of it is off until the owner switches it on. */
export function TrackingPage() {
  const settings = useQuery(api.site_settings.editable.queryOptions())
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
      <WhenLoaded query={settings} failure="Failed to load settings">
        {(stored) => <TrackingForm stored={stored} />}
      </WhenLoaded>
    </AdminPage>
  )
}

function TrackingForm({ stored }: { stored: readonly EditableSetting[] }) {
  const form = useSettingsForm(stored)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.save()
  }
  return (
    <Form label="Counting and tracking" onSubmit={submit} className="grid gap-5">
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
      <SaveBar form={form} />
    </Form>
  )
}
