import { readShopSettings } from '#server/modules/content/settings.ts'
import { mailJobs } from '#server/modules/mail/mail.jobs.ts'
import { loadConfig } from '#server/platform/config.ts'
import { connectDatabase } from '#server/platform/database.ts'
import { createJobs } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'

/** The part of a web process that sends mail. */
export async function startMailWorker(env: NodeJS.ProcessEnv, now = () => new Date()) {
  const config = loadConfig(env)
  const log = createLog(config.logLevel)
  const database = connectDatabase(config.databaseUrl ?? '', { max: 3 })
  const { db } = database
  const jobs = createJobs(database.url, log)
  await jobs.start(
    mailJobs({ config, db, jobs, log, now }, async () => ({
      ...(await readShopSettings({ db })),
      url: config.publicUrl,
    })),
  )
  return {
    config,
    db,
    jobs,
    async stop() {
      await jobs.stop()
      await database.close()
    },
  }
}
