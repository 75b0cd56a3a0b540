import { randomUUID } from 'node:crypto'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import { OTHER_SCREENS } from '#web/admin/kit/other-screens.ts'
import { SCREENS } from '#web/admin/kit/screens.ts'
import { type Journey, signInAndLeave, type Travel } from './journeys.ts'
import { DESKTOP, PHONE, type Visitor } from './visitor.ts'

async function openDesk({ visit }: Travel) {
  const clerk = await visit(DESKTOP)
  await signInAndLeave(clerk, DEMO_ACCOUNTS.admin)
  return clerk
}

/** Of these screens the report shows a picture. */
const PICTURED = ['/admin/dashboard', '/admin/orders', '/admin/products']

/** Every screen, at both widths: it shows what it loads, reports no error, and is not wider than its window. */
const screens: Journey = async (travel) => {
  const clerk = await openDesk(travel)
  const paths = new Set(['/admin', ...[...SCREENS, ...OTHER_SCREENS].map(({ to }) => to)])
  const wrong: string[] = []
  for (const path of paths) {
    await clerk.open(path)
    await clerk.settle()
    wrong.push(...(await defectsAt(clerk, path)))
    if (PICTURED.includes(path)) await travel.picture(path.replace('/admin/', ''), clerk)
    await clerk.resize(PHONE)
    await clerk.settle()
    wrong.push(...(await defectsAt(clerk, `${path} on a phone`)))
    await clerk.resize(DESKTOP)
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

const defectsAt = async (clerk: Visitor, place: string) =>
  (await clerk.defects()).map((defect) => `${place}: ${defect}`)

/** A form of the back office with numbers and days, which engines draw by themselves. */
const coupon: Journey = async (travel) => {
  const clerk = await openDesk(travel)
  const code = `ENGINE${randomUUID().slice(0, 6).toUpperCase()}`
  await clerk.open('/admin/coupons')
  await clerk.click('button', 'New coupon')
  await clerk.fill('Code', code)
  await clerk.fill('Discount value (%)', '15')
  await clerk.fillDay('Valid until', '2031-12-24')
  await clerk.click('button', 'Save')
  await clerk.see('Coupon created successfully')
  await clerk.open(`/admin/coupons?q=${code}`)
  await clerk.see('2031')
}

export const BACK_OFFICE: Record<string, Journey> = { screens, coupon }
