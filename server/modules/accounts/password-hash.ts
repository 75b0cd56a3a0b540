import { randomBytes, scrypt } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { Db } from '#server/platform/database.ts'
import { isSameSecret } from '#server/platform/secrets.ts'
import { credentials, profiles } from './accounts.table.ts'

type Cost = { N: number; r: number; p: number }

/** 32 MB and about 100 ms. Stored in each hash, so that it can be raised without breaking old ones. */
const COST: Cost = { N: 16_384, r: 16, p: 1 }
const KEY_BYTES = 32
const MAX_MEMORY = 128 * 1024 * 1024

/** libuv has four threads; two stay free for files and compression. */
const limit = pLimit(2)

/** scrypt runs in libuv's threads, so it does not block the event loop. */
const derive = (password: string, salt: Buffer, cost: Cost) =>
  limit(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const options = { ...cost, maxmem: MAX_MEMORY }
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )

export async function hashPassword(password: string) {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST)
  const { N, r, p } = COST
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join(':')
}

export async function passwordMatches({ hash, password }: { hash: string; password: string }) {
  const [kind, N, r, p, salt, key] = hash.split(':')
  if (kind !== 'scrypt' || !salt || !key) return false
  const stored = Buffer.from(key, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const given = await derive(password, Buffer.from(salt, 'base64url'), cost)
  return isSameSecret(given, stored)
}

/** better-auth's provider id for sign-in with a password. */
const PASSWORD_PROVIDER = 'credential'

export async function storePassword(tx: Db, user_id: string, hash: string) {
  await tx
    .insert(credentials)
    .values({ user_id, account_id: user_id, provider_id: PASSWORD_PROVIDER, password: hash })
    .onConflictDoUpdate({
      target: [credentials.provider_id, credentials.account_id],
      set: { password: hash, updated_at: new Date() },
    })
}

export async function readPasswordHash(db: Db, user_id: string) {
  const [row] = await db
    .select({ hash: credentials.password })
    .from(credentials)
    .where(and(eq(credentials.user_id, user_id), eq(credentials.provider_id, PASSWORD_PROVIDER)))
  return row?.hash ?? null
}

/** In one query, so that timing does not reveal whether the address has an account. */
export async function findPasswordHash(db: Db, email: string) {
  const [row] = await db
    .select({ user_id: profiles.id, hash: credentials.password })
    .from(profiles)
    .innerJoin(credentials, eq(credentials.user_id, profiles.id))
    .where(
      and(eq(sql`lower(${profiles.email})`, email), eq(credentials.provider_id, PASSWORD_PROVIDER)),
    )
  return row?.hash ? { user_id: row.user_id, hash: row.hash } : undefined
}
