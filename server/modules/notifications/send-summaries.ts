import { and, eq, lt, ne } from 'drizzle-orm'
import { type DayRange, SHOWN_AS_WAITING } from '#contract/insights.ts'
import { moneyIn } from '#contract/money.ts'
import { maySummarise, SUMMARY_TIME } from '#contract/notifications.ts'
import { mayUse, type Role } from '#contract/rights.ts'
import type { TemplateData } from '#emails/catalogue.ts'
import { queueMail } from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { readCurrency } from '../content/reads.ts'
import { countWaiting, lastWhole, readDashboard } from '../insights/reads.ts'
import { notification_settings } from './notifications.table.ts'
import { isQuiet, type Recipient, recipientsWhere, shopTime } from './recipients.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'jobs' | 'now'>
type Group = TemplateData['team-notification']['groups'][number]

/** In the morning: yesterday, or on Mondays the week before. A shop that was off then sends it later. */
export async function sendSummaries(context: Context) {
  const { day, time } = await shopTime(context)
  if (time < SUMMARY_TIME) return
  const people = await recipientsWhere(context.db, ne(notification_settings.summary, 'none'))
  for (const person of people) {
    if (person.summary === 'none') continue
    const range = lastWhole(person.summary, day)
    const isSent = (person.summarised_until ?? '') >= range.to
    if (isSent || !maySummarise(person.role) || isQuiet(person, time)) continue
    await sendSummary(context, person, range)
  }
}

async function sendSummary(context: Context, person: Recipient, range: DayRange) {
  const { summary, groups } = await summarise(context, person.role, range)
  // Taken and queued in one transaction, so that of two processes one sends it.
  await context.db.transaction(async (tx) => {
    const [taken] = await tx
      .update(notification_settings)
      .set({ summarised_until: range.to })
      .where(
        and(
          eq(notification_settings.profile_id, person.id),
          eq(notification_settings.summary, person.summary),
          lt(notification_settings.summarised_until, range.to),
        ),
      )
      .returning({ profile_id: notification_settings.profile_id })
    if (!taken) return
    await queueMail(context.jobs, tx, {
      template: 'team-notification',
      to: person.email,
      cause: `team-summary:${person.id}:${person.summary}:${range.to}`,
      data: { customerName: person.full_name, summary, groups },
    })
  })
}

async function summarise(context: Context, role: Role, range: DayRange) {
  const money = moneyIn(await readCurrency(context))
  const dashboard = await readDashboard(context, { range: 'custom', ...range })
  const sales = ({ orders, revenue }: { orders: number; revenue: number }) =>
    `${orders} ${orders === 1 ? 'order' : 'orders'}, ${money(revenue)}`
  const { total, previous_total, top_products } = dashboard
  const isWeek = range.from !== range.to
  const link = `/admin/dashboard?range=custom&from=${range.from}&to=${range.to}`
  const text = [
    previous_total && `${isWeek ? 'The week' : 'The day'} before: ${sales(previous_total)}`,
    total.refunded > 0 && `Refunded: ${money(total.refunded)}`,
  ]
  const groups: Group[] = [
    {
      title: `${isWeek ? 'Your week' : 'Your day'}, ${rangeInWords(range)}`,
      lines: [
        { title: sales(total), text: text.filter(Boolean).join('\n'), link },
        ...(top_products.length > 0
          ? [{ title: 'Best sellers', text: top_products.map(soldLine).join('\n'), link }]
          : []),
      ],
      more: 0,
    },
  ]
  const waiting = waitingLines(await countWaiting(context.db, (area) => mayUse(role, area)))
  if (waiting.length > 0) groups.push({ title: 'What waits for you', lines: waiting, more: 0 })
  return { summary: `${isWeek ? 'Your week' : 'Your day'}: ${sales(total)}`, groups }
}

const soldLine = ({ units, name }: { units: number; name: string }) => `${units} × ${name}`

type Waiting = Awaited<ReturnType<typeof countWaiting>>

const waitingLines = (figures: Waiting) =>
  SHOWN_AS_WAITING.filter(({ figure }) => figures[figure] > 0).map(
    ({ figure, one, many, path }) => ({
      title: `${figures[figure]} ${figures[figure] === 1 ? one : many}`,
      text: '',
      link: path,
    }),
  )

/** As in "Monday, November 16" or "November 9 to 15". */
function rangeInWords({ from, to }: DayRange) {
  const options = { month: 'long', day: 'numeric', timeZone: 'UTC' } as const
  if (from === to) {
    return new Intl.DateTimeFormat('en-US', { weekday: 'long', ...options }).format(new Date(from))
  }
  return new Intl.DateTimeFormat('en-US', options).formatRange(new Date(from), new Date(to))
}
