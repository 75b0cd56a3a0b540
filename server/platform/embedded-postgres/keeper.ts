import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** The idle connection that tells the server, and every other user of it, that we are there. */
export type Keeper = pg.Client

const KEEPER_NAME = 'petal keeper'
const STARTING_UP = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03', '53300'])

export function databaseUrl(password: string, socketDir: string, database: string) {
  // The host in front is there because URL parsers want one; drivers take the one in the query.
  // Port and sslmode are spelled out so that PGPORT and PGSSLMODE of the environment stay out.
  const host = encodeURIComponent(socketDir)
  return `postgresql://petal:${password}@localhost:5432/${database}?host=${host}&sslmode=disable`
}

/** Connects as soon as the server is ready, however long its recovery takes while it is alive. */
export async function openKeeper(
  password: string,
  socketDir: string,
  assertAlive: () => void | Promise<void>,
): Promise<Keeper> {
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

/** How many users the server has, the one that asks included. */
export async function keepersLeft(keeper: Keeper): Promise<number> {
  const { rows } = await keeper.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where application_name = $1',
    [KEEPER_NAME],
  )
  return rows[0]?.count ?? 0
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: KEEPER_NAME })
  // Losing the server is reported by 'end'; without a listener 'error' would end the process.
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
