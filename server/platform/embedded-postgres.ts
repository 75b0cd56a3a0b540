import { setTimeout as wait } from 'node:timers/promises'
import { type Cluster, prepareCluster } from './embedded-postgres/cluster.ts'
import { databaseUrl, type Keeper, keepersLeft, openKeeper } from './embedded-postgres/keeper.ts'
import {
  findPostmaster,
  hasCurrentSettings,
  launchPostmaster,
  type Postmaster,
  stopPostmaster,
} from './embedded-postgres/postmaster.ts'
import { makeSocketDir, removeSocketDir } from './embedded-postgres/socket-dir.ts'

type Log = (line: string) => void
type Server = { keeper: Keeper; socketDir: string }

/**
 * Runs a PostgreSQL of our own on a unix socket, with its data in or for `dataDir`.
 *
 * Everyone who uses it holds one idle connection, the keeper. The kernel closes it even after
 * `kill -9`, so the server itself always knows who is left: a later start adopts a server without
 * users, several processes can share one, and the last to stop turns it off.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log = () => {},
}: {
  dataDir: string
  log?: Log
}): Promise<{ url: string; stop(): Promise<void> }> {
  const cluster = await prepareCluster(dataDir, log)
  let server = await openServer(cluster, log)
  const { socketDir } = server
  const stopping = new AbortController()
  let revival = Promise.resolve()

  function reviveWhenLost() {
    server.keeper.once('end', () => {
      if (!stopping.signal.aborted) revival = revive().catch(() => {})
    })
  }
  async function revive() {
    log('PostgreSQL ended unexpectedly; starting it again.')
    server = await reopenServer(cluster, log, socketDir, stopping.signal)
    reviveWhenLost()
  }
  async function stop() {
    if (stopping.signal.aborted) return
    stopping.abort()
    await revival
    await leaveServer(cluster, server)
  }

  reviveWhenLost()
  return { url: databaseUrl(cluster.password, socketDir, 'petal'), stop }
}

async function openServer(cluster: Cluster, log: Log, lastSocketDir?: string): Promise<Server> {
  const running = await findPostmaster(cluster.dir)
  if (!running) return launchServer(cluster, log, lastSocketDir)
  try {
    const adopted = await adoptServer(cluster, running)
    if (adopted) return adopted
  } catch (error) {
    // It was just being stopped when we found it.
    if (await runsStill(cluster, running)) throw error
    return openServer(cluster, log, lastSocketDir)
  }
  log('Stopping a PostgreSQL with older settings that an earlier run left behind.')
  await stopPostmaster(cluster.dir)
  return launchServer(cluster, log, lastSocketDir)
}

async function adoptServer(cluster: Cluster, running: Postmaster): Promise<Server | undefined> {
  const { socketDir } = running
  const keeper = await openKeeper(cluster.password, socketDir, () => assertRuns(cluster, running))
  const isWanted = (await keepersLeft(keeper)) > 1 || hasCurrentSettings(cluster, running)
  if (isWanted) return { keeper, socketDir }
  await keeper.end()
  return undefined
}

async function launchServer(cluster: Cluster, log: Log, lastSocketDir?: string): Promise<Server> {
  const socketDir = await makeSocketDir(cluster.runAs, lastSocketDir)
  const postmaster = await launchPostmaster(cluster, socketDir)
  try {
    const keeper = await openKeeper(cluster.password, socketDir, postmaster.assertAlive)
    return { keeper, socketDir }
  } catch (error) {
    if (!postmaster.lostTheRace()) throw error
    // Somebody else is starting on the same data, or the last server's processes still linger.
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

async function leaveServer(cluster: Cluster, { keeper, socketDir }: Server) {
  // Only after our own keeper is gone: of two that leave at once, one must see that nobody is left.
  await keeper.end()
  const running = await findPostmaster(cluster.dir)
  if (!running) return
  const assertAlive = () => assertRuns(cluster, running)
  const observer = await openKeeper(cluster.password, socketDir, assertAlive).catch(() => undefined)
  const othersLeft = observer ? (await keepersLeft(observer)) - 1 : 0
  await observer?.end()
  if (othersLeft > 0) return
  await stopPostmaster(cluster.dir)
  await removeSocketDir(socketDir)
}

async function assertRuns(cluster: Cluster, running: Postmaster) {
  if (await runsStill(cluster, running)) return
  throw new Error('PostgreSQL ended while Petal was connecting to it.')
}

async function runsStill(cluster: Cluster, { pid }: Postmaster) {
  return (await findPostmaster(cluster.dir))?.pid === pid
}
