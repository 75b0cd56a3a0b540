/** `npm run demo`: loads the demo into DATABASE_URL. `npm start` runs it with --quiet. */

import { readConfig } from '#server/platform/config.ts'
import { describeFailure } from '#server/platform/describe-failure.ts'
import { openFileStorage } from '#server/platform/file-storage.ts'
import { commandFor } from '#server/platform/installation.ts'
import { migrate } from '#server/platform/migrate.ts'
import { DEMO_ACCOUNTS } from '../../demo/demo-accounts.ts'
import { loadDemo } from '../../demo/load.ts'

async function main() {
  const databaseUrl = process.env.DATABASE_URL
  if (!databaseUrl) {
    return refuse(
      `DATABASE_URL is not set. For a shop with its own database, \`${commandFor('start')}\` loads the demo by itself.`,
    )
  }
  if (process.env.NODE_ENV === 'production' && !process.argv.includes('--yes')) {
    return refuse(
      'The demo has an administrator whose password is public, so it does not belong into production.\n' +
        `If this shop is only for show: ${commandFor('demo', '--yes')}`,
    )
  }
  const files = await openFileStorage(readConfig())
  await migrate(databaseUrl)
  const outcome = await loadDemo({ databaseUrl, files, log: (line) => console.log(line) })
  if (process.argv.includes('--quiet')) return
  console.log(
    outcome === 'loaded' ? welcome() : 'This shop has products already; nothing was changed.',
  )
}

function welcome() {
  const lines = Object.entries(DEMO_ACCOUNTS).map(
    ([role, { email, password }]) => `  ${role.padEnd(8)} ${email}  ${password}`,
  )
  return ['The demo shop is ready. Sign in as', ...lines].join('\n')
}

function refuse(reason: string) {
  console.error(reason)
  process.exitCode = 1
}

await main().catch((error: unknown) => {
  console.error(describeFailure(error))
  process.exitCode = 1
})
