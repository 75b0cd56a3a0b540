import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { credentials, profiles, sessions, two_factors, verifications } from './accounts.table.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'

export type Auth = ReturnType<typeof createAuth>

const DAY_SECONDS = 86_400
const SESSION_DAYS = 30
const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' }

/**
 * better-auth makes, reads and ends sessions and checks the second step. It is called in process only: none of
 * its own HTTP endpoints is mounted, the contract is the whole API. Changes to an account are our own use cases,
 * so that they and their mails are one transaction.
 */
export function createAuth({ config, db }: Pick<AppContext, 'config' | 'db'>) {
  const secure = needsSecureCookies(config)
  const prefix = cookiePrefix(config)
  return betterAuth({
    appName: new URL(config.publicUrl).host,
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: config.secrets.session,
    trustedOrigins: config.origins,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Limits are counted in the database, shared by all processes (guess-limits.ts).
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

const cookiePrefix = (config: Config) => (needsSecureCookies(config) ? '__Host-petal' : 'petal')

/** Name and attributes of a cookie of our own, alike better-auth's. */
export const cookieStyle = (config: Config, name: string) => ({
  name: `${cookiePrefix(config)}_${name}`,
  attributes: `Path=/; HttpOnly; SameSite=Lax${needsSecureCookies(config) ? '; Secure' : ''}`,
})

/** Only localhost may do without TLS. */
function needsSecureCookies({ publicUrl }: Config) {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol !== 'http:' || !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

const auths = new WeakMap<Db, Auth>()

/** One per database pool. */
export function authOf(context: Pick<AppContext, 'config' | 'db'>): Auth {
  const known = auths.get(context.db)
  if (known) return known
  const auth = createAuth(context)
  auths.set(context.db, auth)
  return auth
}
