import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { defaultMerchant } from '#simulator/fixtures.ts'
import { runBackupProgram } from '../modules/backups/backup-program.ts'
import { type Config, describeFailure, readConfig } from '../platform/config.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { migrate } from '../platform/migrate.ts'
import { assertPortIsFree, isPortFree, localUrl } from './supervisor/ports.ts'
import { createShutdown, endProcess } from './supervisor/shutdown.ts'
import { startSimulatorProcess } from './supervisor/simulator-process.ts'
import { startWebProcesses } from './supervisor/web-processes.ts'

const CHILD_STOP_LIMIT_MS = 2000
const BACKUP_RETRY_MS = 2000

/** `npm start`: starts all other processes, restarts those that end, and stops them in order. */
const shutdown = createShutdown(log)
shutdown.listen()
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
await start().catch(fail)

async function start() {
  const begin = performance.now()
  const config = readConfig()
  await assertPortIsFree(config.port, config.host)

  const databaseUrl = config.databaseUrl ?? (await startDatabase(config))
  if (shutdown.isStopping()) return
  const beforeUpgrade = config.upgradeBackup
    ? () => timed('Backing up before the upgrade', backUp(config, databaseUrl))
    : undefined
  await timed('Bringing the database up to date', migrate(databaseUrl, { beforeUpgrade }))
  if (shutdown.isStopping()) return
  const signIns = isDemoShop(config) ? await fillDemo(databaseUrl) : []
  if (shutdown.isStopping()) return
  const provider = hasProvider(config) ? {} : await startSimulator(config)
  if (shutdown.isStopping()) return
  const web = startWeb(config, { DATABASE_URL: databaseUrl, ...provider })
  const port = await timed('Starting the web processes', web.listening)
  if (shutdown.isStopping()) return

  log(`Petal is open at http://localhost:${port} (ready in ${seconds(begin)})`)
  for (const line of signIns) log(line)
  logOwnerLink(config, await web.offerFirstOwner())
  drawPictureVariants(databaseUrl)
}

async function startDatabase({ dataDir }: Config): Promise<string> {
  const starting = startEmbeddedPostgres({ dataDir, log })
  shutdown.onStop(async () => (await starting.catch(() => undefined))?.stop())
  return (await timed('Starting PostgreSQL', starting)).url
}

/** In its own process. While another one writes a backup, such as the daily one of the version before, it waits. */
async function backUp(config: Config, databaseUrl: string): Promise<void> {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const answer = await runBackupProgram(programFile('backup.js'), 'upgrade', env)
  if ('backup' in answer) {
    const file = path.join(config.dataDir, 'backups', answer.backup.name)
    return log(`The shop as it was before this upgrade is in ${file}`)
  }
  if (shutdown.isStopping()) return
  if (!answer.is_running)
    throw new Error(
      `The backup before the upgrade failed: ${answer.failure} Nothing was changed. Repair what it names; or, if you have a backup, start with UPGRADE_BACKUP=false.`,
    )
  await pause(BACKUP_RETRY_MS)
  return backUp(config, databaseUrl)
}

/** In production, or with a DATABASE_URL, a shop starts empty. */
function isDemoShop(config: Config) {
  return !config.production && !config.databaseUrl
}

/** The lines about the demo's sign-ins; none once the shop has its owner's. */
async function fillDemo(databaseUrl: string): Promise<string[]> {
  const { isShopEmpty, demoSignIns } = await import('#demo/load.ts')
  const { DEMO_ACCOUNTS } = await import('#demo/demo-accounts.ts')
  if (await isShopEmpty(databaseUrl)) await timed('Filling the demo shop', runDemo(databaseUrl))
  const roles = await demoSignIns(databaseUrl)
  if (roles.length === 0) return []
  return [
    'This is the demo shop. Sign in as',
    ...roles.map((role) => {
      const { email, password } = DEMO_ACCOUNTS[role]
      return `  ${role.padEnd(8)} ${email}  ${password}`
    }),
  ]
}

/** Each start of a shop without an administrator prints a new link; earlier ones stop working. */
function logOwnerLink({ publicUrl }: Config, secret: string | undefined) {
  if (!secret) return
  log('This shop has no administrator yet. Create yours within a day at')
  log(`  ${publicUrl}/first-owner#${secret}`)
}

/** In its own process, so that the memory it needs for a hundred pictures is returned. */
async function runDemo(databaseUrl: string) {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const filling = fork(programFile('demo.js'), ['--quiet'], { env })
  shutdown.onStop((hurry) => endProcess(filling, hurry, CHILD_STOP_LIMIT_MS))
  const [code] = await once(filling, 'exit')
  if (code !== 0) throw new Error('The demo shop could not be filled; it says why above.')
}

/** Its low priority leaves the cores to requests. What it has not reached yet is drawn on request. */
function drawPictureVariants(databaseUrl: string) {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const drawing = fork(programFile('picture-variants.js'), { env })
  drawing.on('error', (error) => log(`Picture variants: ${error.message}`))
  try {
    if (drawing.pid) setPriority(drawing.pid, constants.priority.PRIORITY_LOW)
  } catch (error) {
    log(`Picture variants are drawn at normal priority: ${(error as Error).message}`)
  }
  shutdown.onStop((hurry) => endProcess(drawing, hurry, CHILD_STOP_LIMIT_MS))
}

function hasProvider({ production, clover }: Config) {
  return production || Boolean(clover.merchantId || clover.privateToken)
}

async function startSimulator({ port, host, dataDir }: Config) {
  // A fixed port, so that payment pages that are already open work after a restart.
  const wanted = Number(process.env.CLOVER_SIMULATOR_PORT) || port + 1
  const starting = startSimulatorProcess({
    program: programFile('clover-simulator.js'),
    port: (await isPortFree(wanted, '127.0.0.1')) ? wanted : 0,
    ledgerFile: path.join(dataDir, 'clover-simulator.json'),
    webhookUrl: `${localUrl(host, port)}/webhooks/clover`,
    log,
  })
  shutdown.onStop(async (hurry) => (await starting.catch(() => undefined))?.stop(hurry))
  const { url } = await timed('Starting the Clover simulator', starting)
  return {
    CLOVER_SIMULATOR_URL: url,
    CLOVER_MERCHANT_ID: defaultMerchant.id,
    CLOVER_PRIVATE_TOKEN: defaultMerchant.privateToken,
    CLOVER_WEBHOOK_SECRET: defaultMerchant.signingSecret,
    CLOVER_SIMULATED: 'true',
  }
}

function startWeb({ webConcurrency }: Config, env: Record<string, string>) {
  const web = startWebProcesses({
    program: programFile('web.js'),
    count: webConcurrency,
    env,
    log,
    isShuttingDown: shutdown.isStopping,
  })
  shutdown.onStop(web.stop)
  return web
}

/** scripts/build-server.mjs puts the programs into one folder. */
function programFile(name: string) {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** Logs what takes longer than a second: when it passes the second, and when it is done. */
async function timed<T>(title: string, work: Promise<T>): Promise<T> {
  const begin = performance.now()
  const timer = setTimeout(() => log(`${title} …`), 1000)
  try {
    const result = await work
    if (performance.now() - begin > 1000) log(`${title}: done in ${seconds(begin)}`)
    return result
  } finally {
    clearTimeout(timer)
  }
}

function seconds(since: number) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

function log(line: string) {
  console.log(line)
}

function fail(error: unknown) {
  // Errors caused by the shutdown itself.
  if (shutdown.isStopping()) return
  console.error(describeFailure(error))
  void shutdown.stop(1)
}
