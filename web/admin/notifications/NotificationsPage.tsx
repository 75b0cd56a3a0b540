import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  MAIL_KINDS,
  type MailKind,
  type NotificationSettings,
  NotificationSettingsEdit,
  PUSH_KINDS,
  type PushKind,
  SUMMARIES,
  SUMMARY_TIME,
  type Summary,
} from '#contract/notifications.ts'
import { api, client } from '../../lib/api.ts'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Checkbox, Input, Select } from '../../ui/Field.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { IfMay } from '../kit/rights.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { DevicesCard } from './DevicesCard.tsx'

const MAIL_LABELS: Record<MailKind, string> = {
  orders: 'A new paid order, with what to pack',
  placed: 'An order that is to be paid by bank transfer or on pick-up',
  returns: 'A customer who wants to return something',
  payments: 'A payment that needs you',
  stock: 'Stock that ran low or out',
  contact: 'A new contact message',
  mail: 'Mail to a customer that could not be delivered',
  backups: 'A backup that failed or is missing, or could not be restored in a test',
  webhooks: 'A webhook that was switched off because nothing arrived',
}
const PUSH_LABELS: Record<PushKind, string> = { orders: 'A new paid order', chats: 'A new chat' }
const SUMMARY_LABELS: Record<Summary, string> = {
  none: 'No summary',
  day: `Every day at ${SUMMARY_TIME}, about the day before`,
  week: `Mondays at ${SUMMARY_TIME}, about the week before`,
}

/** What the signed-in person is notified of. */
export function NotificationsPage() {
  const settings = useQuery(api.notifications.settings.queryOptions())
  return (
    <AdminPage help="notifications" title="Notifications">
      <WhenLoaded
        query={settings}
        failure="Failed to load your notifications"
        placeholder={<Skeleton className="h-96" />}
      >
        {(data) => <NotificationsForm settings={data} />}
      </WhenLoaded>
    </AdminPage>
  )
}

function NotificationsForm({ settings }: { settings: NotificationSettings }) {
  const { email, offered, time_zone, devices, push_key, ...values } = settings
  const form = useEditForm<NotificationSettingsEdit, NotificationSettings>({
    schema: NotificationSettingsEdit,
    values,
    save: (edit) => client.notifications.save_settings(edit),
    success: 'Notifications saved',
    refresh: [api.notifications.key(), api.mail_templates.key()],
  })
  const time = { setValueAs: (typed: string | null) => typed || null }
  return (
    <EditFormFrame form={form} label="Notifications">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title="Tell me by mail" text={`To ${email}. What comes within a minute is one mail.`}>
          <div className="grid gap-1">
            {MAIL_KINDS.filter((kind) => offered.includes(kind)).map((kind) => (
              <Checkbox
                key={kind}
                label={MAIL_LABELS[kind]}
                value={kind}
                {...form.register('kinds')}
              />
            ))}
          </div>
          <IfMay area="figures">
            <FormField
              form={form}
              name="summary"
              label="Summary of sales and of what waits"
              className="mt-4"
            >
              <Select {...form.register('summary')}>
                {SUMMARIES.map((summary) => (
                  <option key={summary} value={summary}>
                    {SUMMARY_LABELS[summary]}
                  </option>
                ))}
              </Select>
            </FormField>
          </IfMay>
          <p className="mt-4 text-quiet text-sm">
            Everybody chooses alone. Mail leaves by the{' '}
            <IfMay area="mail" otherwise="mail server">
              <Link to="/admin/mail-server" className="text-rose underline underline-offset-4">
                mail server
              </Link>
            </IfMay>{' '}
            of the shop; without one it is only stored.
          </p>
        </Card>
        <div className="grid gap-5">
          <DevicesCard devices={devices} push_key={push_key}>
            <div className="grid gap-1">
              {PUSH_KINDS.filter((kind) => offered.includes(kind)).map((kind) => (
                <Checkbox
                  key={kind}
                  label={PUSH_LABELS[kind]}
                  value={kind}
                  {...form.register('push_kinds')}
                />
              ))}
            </div>
          </DevicesCard>
          <Card
            title="Quiet hours"
            text={`Notifications wait until they end. In the time zone of the shop, ${time_zone}.`}
          >
            <div className="grid gap-4 sm:grid-cols-2">
              <FormField form={form} name="quiet_from" label="From" optional>
                <Input type="time" {...form.register('quiet_from', time)} />
              </FormField>
              <FormField form={form} name="quiet_until" label="Until" optional>
                <Input type="time" {...form.register('quiet_until', time)} />
              </FormField>
            </div>
          </Card>
        </div>
      </div>
    </EditFormFrame>
  )
}
