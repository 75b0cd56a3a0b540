import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { DAY_SECONDS } from '#contract/time.ts'
import { type AddressContext, cookieName, needsSecureCookies } from '#server/platform/cookies.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { credentials, profiles, sessions, two_factors, verifications } from './accounts.table.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'

export type Auth = ReturnType<typeof createAuth>

const SESSION_DAYS = 30
const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' }

/**
 * better-auth makes, reads and ends sessions and checks the second step. It is called in process only: none of
 * its own HTTP endpoints is mounted, the contract is the whole API. Changes to an account are our own use cases,
 * so that they and their mails are one transaction.
 */
function createAuth({ config, db }: Pick<AppContext, 'config' | 'db'>, secure: boolean) {
  const prefix = cookieName(secure, 'petal')
  return betterAuth({
    appName: new URL(config.publicUrl).host,
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: config.secrets.session,
    trustedOrigins: config.origins,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Limits are counted in the database, shared by all processes (password-rate-limits.ts).
    rateLimit: { enabled: false },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: profiles,
        session: sessions,
        account: credentials,
        verification: verifications,
        twoFactor: two_factors,
      },
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: { hash: hashPassword, verify: passwordMatches },
    },
    plugins: [
      twoFactor({
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            fields: {
              userId: 'user_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
    user: {
      fields: { name: 'full_name', emailVerified: 'email_verified', ...timestamps },
    },
    session: {
      expiresIn: SESSION_DAYS * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...timestamps,
      },
    },
    account: {
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...timestamps,
      },
    },
    verification: { fields: { expiresAt: 'expires_at', ...timestamps } },
    advanced: {
      database: { generateId: false },
      useSecureCookies: false,
      cookiePrefix: prefix,
      cookies: { session_token: { name: `${prefix}_session` } },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
      ipAddress: { disableIpTracking: true },
    },
  })
}

const auths = new WeakMap<Db, Map<string, Auth>>()

/** One per database pool, address of the shop and kind of cookies. */
export function authOf(context: AddressContext & Pick<AppContext, 'db'>): Auth {
  const { config, db } = context
  const secure = needsSecureCookies(context)
  const key = `${config.publicUrl} ${secure}`
  const known = auths.get(db) ?? new Map<string, Auth>()
  auths.set(db, known)
  const auth = known.get(key) ?? createAuth({ config, db }, secure)
  known.set(key, auth)
  return auth
}
