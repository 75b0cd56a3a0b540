import type { Db } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { type Announcement, queueAnnouncement, queueMail } from '#server/platform/outgoing-mail.ts'
import { listNewsReaders } from '../consent/index.ts'

const AT_ONCE = 500

/**
 * Queues one mail for each address with consent, 500 at a time. A portion and the job of the next one are in the same
 * transaction, so a killed process neither leaves somebody out nor starts again from the first.
 */
export const announce = ({ db, jobs }: { db: Db; jobs: Jobs }, announcement: Announcement) =>
  db.transaction(async (tx) => {
    const { template, data, cause, after = '' } = announcement
    const people = await listNewsReaders(tx, { after, most: AT_ONCE })
    for (const email of people) {
      await queueMail(jobs, tx, { template, to: email, data, cause: `${cause}:${email}` })
    }
    const last = people.at(-1)
    if (last && people.length === AT_ONCE) {
      await queueAnnouncement(jobs, tx, { ...announcement, after: last })
    }
  })
