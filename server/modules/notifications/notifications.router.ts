import { implement } from '@orpc/server'
import { notifications } from '#contract/notifications.ts'
import { guard, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { addDevice, removeDevice } from './devices.ts'
import { testDevices } from './send-push.ts'
import { readNotificationSettings, saveNotificationSettings } from './settings.ts'

const api = implement({ notifications }).$context<RequestContext>().use(guard)

export const notificationsRouter = {
  settings: api.notifications.settings.handler(async ({ context }) =>
    readNotificationSettings(context, await requireSession(context)),
  ),
  save_settings: api.notifications.save_settings.handler(async ({ context, input }) =>
    saveNotificationSettings(context, await requireSession(context), input),
  ),
  add_device: api.notifications.add_device.handler(async ({ context, input }) =>
    addDevice(context, await requireSession(context), input),
  ),
  remove_device: api.notifications.remove_device.handler(async ({ context, input }) => {
    const { profile } = await requireSession(context)
    return removeDevice(context.db, profile.id, input.id)
  }),
  test_devices: api.notifications.test_devices.handler(async ({ context }) => {
    const session = await requireSession(context)
    return { reached: await testDevices(context, session) }
  }),
}
