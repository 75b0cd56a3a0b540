import { readShopSettings } from '#server/modules/content/settings.ts'
import { mailJobs } from '#server/modules/mail/mail.jobs.ts'
import { loadConfig } from '#server/platform/config.ts'
import { connectDatabase } from '#server/platform/database.ts'
import { openFileStorage } from '#server/platform/file-storage.ts'
import { createJobs, JOB_WAITING } from '#server/platform/jobs.ts'
import { createListener } from '#server/platform/listener.ts'
import { createLog } from '#server/platform/log.ts'
import { createSignals } from '#server/platform/signals.ts'

/** The part of a web process that sends mail. */
export async function startMailWorker(env: NodeJS.ProcessEnv, now = () => new Date()) {
  const config = loadConfig(env)
  const log = createLog(config.logLevel)
  const database = connectDatabase(config.databaseUrl ?? '', { max: 3 })
  const { db } = database
  const jobs = createJobs(database.url, log)
  const listener = createListener(database.url, log)
  createSignals(listener).on(JOB_WAITING, jobs.wake)
  await listener.start()
  await jobs.start(
    mailJobs({ config, db, files: await openFileStorage(config), jobs, log, now }, async () => ({
      ...(await readShopSettings({ db })),
      url: config.publicUrl,
    })),
  )
  return {
    config,
    db,
    jobs,
    async stop() {
      await listener.stop()
      await jobs.stop()
      await database.close()
    },
  }
}
