import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Device, NotificationSettings } from '#contract/notifications.ts'
import { api, client } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import {
  canShowNotifications,
  ownEndpoint,
  PermissionRefused,
  subscribe,
  unsubscribe,
} from './this-device.ts'

const REFUSED = 'Allow notifications for this site in the settings of your browser, then try again.'

type DevicesCardProps = Pick<NotificationSettings, 'devices' | 'push_key'> & { children: ReactNode }

/** Notifications of the browser, on each device that the person has added. */
export function DevicesCard({ devices, push_key, children }: DevicesCardProps) {
  const own = useQuery({
    queryKey: ['own push endpoint', devices],
    queryFn: ownEndpoint,
    staleTime: 0,
  })
  const refresh = [api.notifications.key()]
  const add = useAdminMutation({
    run: async () => client.notifications.add_device(await subscribe(push_key)),
    success: 'This device shows notifications now',
    failure: 'Notifications are not on',
    refresh,
    onError: (error) => {
      if (!(error instanceof PermissionRefused)) return false
      toast.error('Notifications are not allowed', REFUSED)
      return true
    },
  })
  const remove = useAdminMutation({
    run: async ({ id, endpoint }: Device) => {
      if (endpoint === own.data) await unsubscribe()
      return client.notifications.remove_device({ id })
    },
    success: 'Device removed',
    refresh,
  })
  const test = useAdminMutation({
    run: () => client.notifications.test_devices(),
    success: ({ reached }) => (reached === 1 ? 'Sent to one device' : `Sent to ${reached} devices`),
    refresh,
  })
  const isOn = devices.some(({ endpoint }) => endpoint === own.data)
  return (
    <Card
      title="Show me on my devices"
      text="Even while the back office is closed. Ends on a device when you sign out there."
    >
      {children}
      {devices.length > 0 && (
        <ul aria-label="Devices" className="mt-4 divide-y divide-line border-line border-y">
          {devices.map((device) => (
            <li key={device.id} className="flex items-center gap-3 py-1.5">
              <span className="min-w-0 flex-1">
                {device.name}
                {device.endpoint === own.data && ' (this device)'}
                <span className="block text-quiet text-sm">
                  Since {formatDate(device.created_at)}
                </span>
              </span>
              <Button
                look="ghost"
                size="icon"
                aria-label={`Remove ${device.name}`}
                busy={remove.isPending && remove.variables.id === device.id}
                onClick={() => remove.mutate(device)}
              >
                <Trash2 aria-hidden="true" className="size-4.5" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {canShowNotifications() && !isOn && (
          <Button look="outline" busy={add.isPending} onClick={() => add.mutate()}>
            Notify me on this device
          </Button>
        )}
        {devices.length > 0 && (
          <Button look="outline" busy={test.isPending} onClick={() => test.mutate()}>
            Send a test
          </Button>
        )}
      </div>
      {!canShowNotifications() && (
        <p className="mt-4 text-quiet text-sm">
          This browser cannot show notifications. On an iPhone or iPad, add the back office to the
          home screen first and open it from there.
        </p>
      )}
    </Card>
  )
}
