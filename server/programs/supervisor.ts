import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLocalAddress } from '#contract/shop-address.ts'
import { defaultMerchant } from '#simulator/fixtures.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { describeFailure } from '../platform/describe-failure.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { programIn, releaseHome, versionFolder, versionIn } from '../platform/installation.ts'
import { listenForHandOver } from './supervisor/hand-over.ts'
import { assertPortIsFree, inheritedSocket, isPortFree, localUrl } from './supervisor/ports.ts'
import {
  backUpBeforeUpgrade,
  environmentOf,
  prepareDatabase,
} from './supervisor/prepare-database.ts'
import { createShutdown, endProcess } from './supervisor/shutdown.ts'
import { startSimulatorProcess } from './supervisor/simulator-process.ts'
import { startWebProcesses } from './supervisor/web-processes.ts'

const CHILD_STOP_LIMIT_MS = 2000

/** `npm start`: starts all other processes, restarts those that end, and stops them in order. */
const shutdown = createShutdown(log)
let web: ReturnType<typeof startWeb> | undefined
shutdown.listen(restartWeb)
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
await start().catch(fail)

async function start() {
  const begin = performance.now()
  const config = readConfig()
  // From Node 22 on, the processes read the code that an earlier start compiled: a third of a second less for each.
  process.env.NODE_COMPILE_CACHE ??= path.join(config.dataDir, 'compiled-code')
  const socket = inheritedSocket(process.env)
  if (socket === undefined) await assertPortIsFree(config.port, config.host)

  // The simulator needs no database, so the two start together. A failure is thrown where it is awaited.
  const simulator = hasProvider(config) ? Promise.resolve({}) : startSimulator(config)
  simulator.catch(() => {})
  const databaseUrl = config.databaseUrl ?? (await startDatabase(config))
  if (shutdown.isStopping()) return
  const database = { config, databaseUrl, log, isStopping: shutdown.isStopping }
  const migrating = prepareDatabase(database, () =>
    timed('Backing up before the upgrade', backUpBeforeUpgrade(database)),
  )
  await timed('Bringing the database up to date', migrating)
  if (shutdown.isStopping()) return
  if (isDemoShop(config)) await fillDemo(databaseUrl)
  if (shutdown.isStopping()) return
  const provider = await simulator
  if (shutdown.isStopping()) return
  const env = environmentOf(config, databaseUrl)
  web = startWeb(config, { ...env, ...provider }, socket)
  const port = await timed('Starting the web processes', web.listening)
  if (shutdown.isStopping()) return
  if (releaseHome())
    shutdown.onStop(await listenForHandOver(config.dataDir, versionFolder, handOverTo))

  const url = `http://localhost:${port}`
  log(`Petal is open at ${url} (ready in ${seconds(begin)})`)
  if (isDemoShop(config)) logSignIns(url, await listSignIns(databaseUrl))
  logOwnerLink(config, await web.offerFirstOwner())
  drawPictureRenditions(env)
}

async function startDatabase({ dataDir }: Config): Promise<string> {
  const starting = startEmbeddedPostgres({ dataDir, log })
  shutdown.onStop(async () => (await starting.catch(() => undefined))?.stop())
  return (await timed('Starting PostgreSQL', starting)).url
}

/** In production, or with a DATABASE_URL, a shop starts empty. */
function isDemoShop(config: Config) {
  return !config.production && !config.databaseUrl
}

async function fillDemo(databaseUrl: string) {
  const { isShopEmpty } = await import('#demo/demo-state.ts')
  if (await isShopEmpty(databaseUrl)) await timed('Filling the demo shop', runDemo(databaseUrl))
}

/** The demo's sign-ins, a line each; none once the shop has its owner's. */
async function listSignIns(databaseUrl: string): Promise<string[]> {
  const { demoSignIns } = await import('#demo/demo-state.ts')
  const { DEMO_ACCOUNTS } = await import('#demo/demo-accounts.ts')
  const roles = await demoSignIns(databaseUrl)
  return roles.map((role) => {
    const { email, password } = DEMO_ACCOUNTS[role]
    return `  ${role.padEnd(8)} ${email}  ${password}`
  })
}

function logSignIns(url: string, signIns: string[]) {
  if (signIns.length === 0) return
  log(`This is the demo shop. Sign in at ${url}/auth as`)
  for (const line of signIns) log(line)
  log(`The admin's back office is at ${url}/admin`)
}

/** Each start of a shop without an administrator prints a new link; earlier ones stop working. */
function logOwnerLink({ publicUrl }: Config, secret: string | undefined) {
  if (!secret) return
  log('This shop has no administrator yet. Create yours within a day at')
  log(`  ${publicUrl}/first-owner#${secret}`)
  if (isLocalAddress(publicUrl)) {
    log(
      'On a server that address is not yours: start with PUBLIC_URL=https://your.shop, and the link has it.',
    )
  }
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
function drawPictureRenditions(env: Record<string, string>) {
  const drawing = fork(programFile('picture-renditions.js'), { env: { ...process.env, ...env } })
  drawing.on('error', (error) => log(`Picture renditions: ${error.message}`))
  try {
    if (drawing.pid) setPriority(drawing.pid, constants.priority.PRIORITY_LOW)
  } catch (error) {
    log(`Picture renditions are drawn at normal priority: ${(error as Error).message}`)
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

function startWeb({ webConcurrency }: Config, env: Record<string, string>, socket?: number) {
  const web = startWebProcesses({
    program: programFile('web.js'),
    count: webConcurrency,
    env,
    log,
    socket,
    isShuttingDown: shutdown.isStopping,
  })
  shutdown.onStop(web.stop)
  return web
}

/** Runs what is built now; variables stay those of the start. */
async function restartWeb() {
  if (!web || shutdown.isStopping()) return
  log('Restarting the web processes, one after the other …')
  try {
    await web.restart()
    log('All web processes are restarted.')
  } catch (error) {
    console.error(describeFailure(error))
  }
}

/** Web processes of another version; all else that runs stays as it is, until the next start. */
async function handOverTo(folder: string) {
  log(`Handing over to version ${versionIn(folder)} …`)
  try {
    await web?.restart(programIn(folder, 'web.js'))
    log(`Version ${versionIn(folder)} serves.`)
  } catch (error) {
    log(`Version ${versionIn(folder)} did not become ready: the version before goes on.`)
    throw error
  }
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
