import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import { givenBusyShop } from '../testing/busy-shop.ts'
import { followChanges, followDesk, givenChat, say } from '../testing/chat-factories.ts'

const LIMIT_MS = 5000
const DESKS = 16

type Shop = Awaited<ReturnType<typeof givenBusyShop>>
type Admin = Awaited<ReturnType<Shop['signedInAs']>>

/** The system gives a new connection to whichever process is free: among many at once, each gets some. */
async function openDesksOfBothProcesses(shop: Shop, admin: Admin) {
  const desks = await Promise.all(Array.from({ length: DESKS }, () => followDesk(shop, admin)))
  for (const desk of desks) await desk.next('ready')
  const placed = await shop.query<{ processes: number }>(
    'select count(distinct process_id)::int as processes from chat_connections where user_id is not null',
  )
  expect(placed).toEqual([{ processes: 2 }])
  return desks
}

test('a revoked role ends the open streams of both built processes within five seconds', async () => {
  const shop = await givenBusyShop()
  const admin = await shop.signedInAs(DEMO_ACCOUNTS.admin)
  const desks = await openDesksOfBothProcesses(shop, admin)
  const others = await Promise.all(Array.from({ length: 4 }, () => followChanges(shop, admin)))
  const iris = shop.visitor()
  const conversation = await givenChat(iris)
  await shop.query(
    'delete from user_roles where user_id = (select id from profiles where email = $1)',
    [DEMO_ACCOUNTS.admin.email],
  )
  const ended = Promise.all([...desks, ...others].map(({ finished }) => finished))
  const inTime = await Promise.race([ended.then(() => true), pause(LIMIT_MS, false)])
  expect(inTime).toBe(true)
  await say(iris, conversation, 'For nobody but the team')
  expect(JSON.stringify(desks.map(({ events }) => events))).not.toContain('nobody but the team')
  expect((await followDesk(shop, admin)).status).toBe(403)
  await shop.expectUnharmed()
})
