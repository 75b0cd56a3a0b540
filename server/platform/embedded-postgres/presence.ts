import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** The idle connection by which the server, and its other users, know that this process uses it. */
export type Presence = pg.Client

/** Must not change: a later version would not count the processes of an earlier one as users. */
const PRESENCE_NAME = 'petal keeper'
const STARTING_UP = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03', '53300'])

export function databaseUrl(password: string, socketDir: string, database: string) {
  // `localhost` only satisfies URL parsers: drivers prefer the host in the query. Port and sslmode
  // are explicit so that PGPORT and PGSSLMODE of the environment have no effect.
  const host = encodeURIComponent(socketDir)
  return `postgresql://petal:${password}@localhost:5432/${database}?host=${host}&sslmode=disable`
}

/** Connects as soon as the server is ready; recovery may take any time while the process is alive. */
export async function openPresence(
  password: string,
  socketDir: string,
  assertAlive: () => void | Promise<void>,
): Promise<Presence> {
  for (;;) {
    try {
      return await connect(databaseUrl(password, socketDir, 'petal'))
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === '3D000') await createDatabase(password, socketDir)
      else if (code === '28P01') throw new Error(WRONG_PASSWORD)
      else if (code === undefined || !STARTING_UP.has(code)) throw error
      else await assertAlive()
      await wait(10)
    }
  }
}

const WRONG_PASSWORD =
  "PostgreSQL does not accept the password in DATA_DIR's file postgres-password. " +
  'Stop Petal, delete that file and start again: a new password is then set.'

/** How many processes use the server, this one included. */
export async function countUsers(presence: Presence): Promise<number> {
  const { rows } = await presence.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where application_name = $1',
    [PRESENCE_NAME],
  )
  return rows[0]?.count ?? 0
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: PRESENCE_NAME })
  // Loss of the server is handled on 'end'; an 'error' without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

async function createDatabase(password: string, socketDir: string) {
  const client = await connect(databaseUrl(password, socketDir, 'postgres'))
  try {
    await client.query('create database petal')
  } catch (error) {
    const createdByAnother = ['42P04', '23505'].includes((error as { code?: string }).code ?? '')
    if (!createdByAnother) throw error
  } finally {
    await client.end()
  }
}
