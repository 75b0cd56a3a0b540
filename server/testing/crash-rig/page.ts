import type { Finding } from './checker.ts'
import type { Diary } from './diary.ts'
import type { Fault } from './faults.ts'

export type Run = {
  date: string
  seed: number
  seconds: number
  faults: Fault[]
  hasOwnDisk: boolean
  diary: Diary
  repeatedMails: number
  findings: Finding[]
}

/** docs/crash.md, as the last run of `npm run test:crash` found it. */
export function renderRun(run: Run): string {
  const { faults, findings, seed, diary } = run
  const kinds = [...new Set(faults.map(({ kind }) => kind))].sort()
  const counts = kinds.map((kind) => {
    const count = faults.filter((one) => one.kind === kind).length
    return `| ${kind} | ${count} |`
  })
  const of = (sort: Finding['sort']) => findings.filter((one) => one.sort === sort).length
  const wrong = of('wrong') === 0 ? '' : `, ${of('wrong')} wrong answers`
  return `# Crash rig

Written by \`npm run test:crash\` on ${run.date}. \`SEED=${seed} npm run test:crash\` plans the same faults again.

Clients bought, chatted, reviewed, uploaded and administrated while web processes, PostgreSQL, the payment provider and the mail server were killed, paused and cut off, and the disk was full. Then the answers that each client got were compared with the database, the ledger of the provider, the received mails and the files.

**${faults.length} faults in ${Math.round(run.seconds / 60)} minutes: ${of('lost')} lost, ${of('doubled')} doubled, ${of('leaked')} leaked${wrong}.**

| Fault | Times |
| --- | --: |
${counts.join('\n')}
${run.hasOwnDisk ? '' : '\nThe disk was not filled: this user could not mount one for the shop alone.\n'}
## What clients did

${activitiesOf(diary).join('\n')}

A call that was not answered, or with "try again", was repeated: ${Object.entries(diary.tally.tries)
    .map(([status, count]) => `${count} times ${status === '0' ? 'without an answer' : status}`)
    .join(
      ', ',
    )}. ${run.repeatedMails} mails arrived a second time under the same Message-ID, which mailboxes show once: whether a mail server has taken a mail cannot be known when it is killed before its answer.

## What was compared

- **Lost:** an order that was acknowledged, or shown as paid; the charge and the confirmation of such an order; a payment or refund of the provider that the shop does not know; an acknowledged chat message, review, upload or coupon.
- **Doubled:** two orders for one idempotency key, two charges or confirmations of one order, more refunded than was paid, a message, review or log entry twice.
- **Leaked:** units of a product that is nearly sold out, holds of unpaid orders, files without a row and rows without a file, open transactions, processes; and all that \`npm run doctor\` finds.
${findings.length === 0 ? '' : `\n## Findings\n\n${findings.map(({ sort, text }) => `- ${sort}: ${text}`).join('\n')}\n`}`
}

function activitiesOf({ purchases, pages, ...diary }: Diary) {
  const ended = (end: string) => purchases.filter((one) => one.end === end).length
  const shown = Object.values(pages).reduce((sum, count) => sum + count, 0)
  return [
    `- ${purchases.length} orders: ${ended('paid')} shown as paid, ${ended('left')} left unpaid, ${ended('sold out')} refused as sold out, ${ended('closed')} closed`,
    `- ${diary.messages.length} chat messages, ${diary.reviews.length} reviews with a picture, ${diary.uploads.length} uploads`,
    `- ${diary.coupons.length} coupons and ${diary.refunds.length} refunds by a colleague`,
    `- ${shown} pages, ${pages[200] ?? 0} of them answered with 200`,
  ]
}
