import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, link, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FullConfig, request } from '@playwright/test'
import pg from 'pg'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { filesFolder } from '#server/platform/file-storage/disk.ts'
import { isPortFree } from '#server/programs/supervisor/ports.ts'
import { databaseUrl, runFolder, sessionFile, shopOfWorker, type Who } from './worker-shop.ts'

/** A crash of the machine may lose data that is thrown away anyway. */
const FAST_SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: 300 }
const TEMPLATE = 'template_shop'

type Shop = ReturnType<typeof shopOfWorker>

/** Global setup: one PostgreSQL with the demo as a template, and a shop for each worker with a copy of it. */
export default async function startShops({ workers }: FullConfig) {
  const shops = Array.from({ length: workers }, (_, index) => shopOfWorker(index))
  await checkPorts(shops)
  const template = join(runFolder(), 'template')
  const postgres = await startEmbeddedPostgres({ dataDir: template, settings: FAST_SETTINGS })
  process.env.E2E_DATABASE_URL = postgres.url
  const supervisors: ChildProcess[] = []
  const stop = async () => {
    await Promise.all(supervisors.map(stopSupervisor))
    await postgres.stop()
    await rm(runFolder(), { recursive: true, force: true })
  }
  try {
    await makeTemplate(template, postgres.url)
    // One after the other: PostgreSQL copies a template while nobody is connected to it.
    for (const shop of shops) await copyTemplate(template, shop, postgres.url)
    await Promise.all(
      shops.map(async (shop) => {
        const supervisor = launchSupervisor(shop, postgres.url)
        supervisors.push(supervisor)
        await isOpen(supervisor)
        await signIn(shop)
      }),
    )
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** With its own port taken a shop does not open; with the one beside it, the tests would ask a stranger's simulator. */
async function checkPorts(shops: Shop[]) {
  for (const port of shops.flatMap((shop) => [shop.port, shop.port + 1])) {
    if (await isPortFree(port, '127.0.0.1')) continue
    throw new Error(`Port ${port} is taken by another program; E2E_PORT chooses the first port.`)
  }
}

async function runProgram(name: string, env: Record<string, string>) {
  const program = spawn(process.execPath, [`dist/server/${name}`, '--quiet'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(program, 'exit')
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
}

async function makeTemplate(folder: string, url: string) {
  const inTemplate = databaseUrl(url, TEMPLATE)
  await query(url, `create database ${TEMPLATE}`)
  await runProgram('demo.js', { DATA_DIR: folder, DATABASE_URL: inTemplate })
  // No picture is drawn in advance, which takes a minute: those that a test looks at are drawn on request.
  await query(inTemplate, 'update media_files set variants_at = now()')
}

/** Its secrets, a copy of its database, and links to its files: a shop that removes one leaves those of the others. */
async function copyTemplate(folder: string, { dataDir, database }: Shop, url: string) {
  const own = ['files', 'postgres'].map((name) => join(folder, name))
  const isCopied = (source: string) => !own.some((path) => source.startsWith(path))
  await cp(folder, dataDir, { recursive: true, filter: isCopied })
  const files = filesFolder(folder)
  const links = filesFolder(dataDir)
  await mkdir(links)
  for (const name of await readdir(files)) await link(join(files, name), join(links, name))
  await query(url, `create database ${database} template ${TEMPLATE}`)
}

async function query(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

function launchSupervisor({ port, dataDir, database }: Shop, url: string) {
  return spawn(process.execPath, ['dist/server/supervisor.js'], {
    env: {
      ...process.env,
      // A test is its own push service.
      PUSH_SERVICES: '127.0.0.1',
      // And the old shop whose pictures are fetched. At the second address, of the documentation, nobody is.
      PRIVATE_NETWORKS: '127.0.0.1/32,192.0.2.0/24',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl(url, database),
      LOG_LEVEL: 'error',
      // The tests come from many addresses.
      TRUST_PROXY: '1',
      // Two sides of a chat are served by different ones.
      WEB_CONCURRENCY: '2',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Ends when the shop says so; what it prints until then explains why it does not. */
async function isOpen(supervisor: ChildProcess) {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    supervisor.stdout?.on('data', (chunk) => {
      output += chunk
      if (output.includes('Petal is open')) resolve()
    })
    supervisor.once('exit', () => reject(new Error(`The shop did not open:\n${output}`)))
  })
}

async function stopSupervisor(supervisor: ChildProcess) {
  if (supervisor.exitCode !== null) return
  const ended = once(supervisor, 'exit')
  supervisor.kill('SIGTERM')
  await ended
}

/** Each demo account signs in once for each shop, through the API. */
async function signIn(shop: Shop) {
  for (const who of Object.keys(DEMO_ACCOUNTS) as Who[]) {
    const { email, password } = DEMO_ACCOUNTS[who]
    const extraHTTPHeaders = { origin: shop.url }
    const visitor = await request.newContext({ baseURL: shop.url, extraHTTPHeaders })
    const answer = await visitor.post('/api/auth/sign-in/email', { data: { email, password } })
    if (!answer.ok()) throw new Error(`Sign-in of the demo ${who}: ${answer.status()}`)
    await visitor.storageState({ path: sessionFile(who, shop) })
    await visitor.dispose()
  }
}
