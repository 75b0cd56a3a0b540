import { setTimeout as wait } from 'node:timers/promises'
import { prepareCluster } from './embedded-postgres/cluster.ts'
import {
  type Cluster,
  findPostmaster,
  hasCurrentSettings,
  launchPostmaster,
  makeSocketDir,
  type Postmaster,
  removeSocketDir,
  type Settings,
  stopPostmaster,
} from './embedded-postgres/postmaster.ts'
import {
  countUsers,
  databaseUrl,
  openPresence,
  type Presence,
} from './embedded-postgres/presence.ts'

type Log = (line: string) => void
type Server = { presence: Presence; socketDir: string }
type Options = { dataDir: string; settings?: Settings; log?: Log }

/**
 * Runs a PostgreSQL on a unix socket, with its data in or for `dataDir`.
 *
 * Every process that uses it holds one idle connection, its presence. The kernel closes it even
 * after `kill -9`, so the server always knows how many users are left: a later start adopts a
 * server without users, several processes can share one, and the last to stop stops the server.
 */
export async function startEmbeddedPostgres({ dataDir, settings = {}, log = () => {} }: Options) {
  const cluster = await prepareCluster(dataDir, settings, log)
  let server = await openServer(cluster, log)
  const { socketDir } = server
  const stopping = new AbortController()
  let restarting = Promise.resolve()

  function restartWhenLost() {
    server.presence.once('end', () => {
      if (!stopping.signal.aborted) restarting = restart().catch(() => {})
    })
  }
  async function restart() {
    log('PostgreSQL ended unexpectedly; starting it again.')
    server = await reopenServer(cluster, log, socketDir, stopping.signal)
    restartWhenLost()
  }
  async function stop() {
    if (stopping.signal.aborted) return
    stopping.abort()
    await restarting
    await leaveServer(cluster, server)
  }

  restartWhenLost()
  return { url: databaseUrl(cluster.password, socketDir, 'petal'), stop }
}

async function openServer(cluster: Cluster, log: Log, lastSocketDir?: string): Promise<Server> {
  const running = await findPostmaster(cluster.dir)
  if (!running) return launchServer(cluster, log, lastSocketDir)
  try {
    const adopted = await adoptServer(cluster, running)
    if (adopted) return adopted
  } catch (error) {
    // It was being stopped when we found it.
    if (await isStillRunning(cluster, running)) throw error
    return openServer(cluster, log, lastSocketDir)
  }
  log('Stopping a PostgreSQL with older settings that an earlier run left behind.')
  await stopPostmaster(cluster.dir)
  return launchServer(cluster, log, lastSocketDir)
}

async function adoptServer(cluster: Cluster, running: Postmaster): Promise<Server | undefined> {
  const { socketDir } = running
  const assertAlive = () => assertRuns(cluster, running)
  const presence = await openPresence(cluster.password, socketDir, assertAlive)
  const isInUse = (await countUsers(presence)) > 1
  if (isInUse || hasCurrentSettings(cluster, running)) return { presence, socketDir }
  await presence.end()
  return undefined
}

async function launchServer(cluster: Cluster, log: Log, lastSocketDir?: string): Promise<Server> {
  const socketDir = await makeSocketDir(cluster.runAs, lastSocketDir)
  const postmaster = await launchPostmaster(cluster, socketDir)
  try {
    const presence = await openPresence(cluster.password, socketDir, postmaster.assertAlive)
    return { presence, socketDir }
  } catch (error) {
    if (!postmaster.isAlreadyRunning()) throw error
    // Another process starts a server on the same data, or backends of the last one still run.
    log('Waiting for another PostgreSQL on the same data.')
    await removeSocketDir(socketDir)
    await wait(200)
    return openServer(cluster, log, lastSocketDir)
  }
}

async function reopenServer(
  cluster: Cluster,
  log: Log,
  socketDir: string,
  signal: AbortSignal,
): Promise<Server> {
  for (;;) {
    try {
      return await openServer(cluster, log, socketDir)
    } catch (error) {
      log(`PostgreSQL does not start again, next attempt in 5 seconds. ${(error as Error).message}`)
      await wait(5000, undefined, { signal, ref: false })
    }
  }
}

async function leaveServer(cluster: Cluster, { presence, socketDir }: Server) {
  // Count only after our own presence ended: of two that leave at once, one must see no other.
  await presence.end()
  const running = await findPostmaster(cluster.dir)
  if (!running) return
  const assertAlive = () => assertRuns(cluster, running)
  const observer = await openPresence(cluster.password, socketDir, assertAlive).catch(
    () => undefined,
  )
  const othersLeft = observer ? (await countUsers(observer)) - 1 : 0
  await observer?.end()
  if (othersLeft > 0) return
  await stopPostmaster(cluster.dir)
  await removeSocketDir(socketDir)
}

async function assertRuns(cluster: Cluster, running: Postmaster) {
  if (await isStillRunning(cluster, running)) return
  throw new Error('PostgreSQL ended while Petal was connecting to it.')
}

async function isStillRunning(cluster: Cluster, { pid }: Postmaster) {
  return (await findPostmaster(cluster.dir))?.pid === pid
}
