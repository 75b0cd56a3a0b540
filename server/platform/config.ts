import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import * as z from 'zod'
import { sizesFor, thisMachine } from './machine.ts'
import { readSecrets, type Secrets } from './secrets.ts'

const blankAsMissing = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))

/** A number in words that an owner understands, also for `abc`. */
const number = (min: number, max: number) => {
  const error = `must be a number from ${min} to ${max}`
  return z.coerce.number({ error }).min(min, { error }).max(max, { error })
}
const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error })
}
const Port = wholeNumber(0, 65_535)
const Flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1')

/** A number of proxies, or their networks: an address further left in X-Forwarded-For is never believed. */
const TrustProxy = z.string().transform((value, issues): false | number | string[] => {
  if (/^(0|false)$/.test(value)) return false
  if (/^[1-9]$/.test(value)) return Number(value)
  const networks = value.split(',').map((network) => network.trim())
  if (networks.every(isNetwork)) return networks
  issues.addIssue(
    'must be the number of proxies in front (such as 1) or their networks (such as 10.0.0.0/8)',
  )
  return z.NEVER
})

const isCidr = (text: string) =>
  ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)

const isNetwork = (text: string) => isIP(text) !== 0 || isCidr(text)

const Origin = z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin)

/** 32 bytes as 64 hex digits. */
const Key = z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hex digits (openssl rand -hex 32)')

export const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().optional(),
  PORT: Port.default(3000),
  PUBLIC_URL: Origin.optional(),
  TRUST_PROXY: TrustProxy.optional(),
  PAGE_CACHE_MB: wholeNumber(0, 4096).optional(),
  WEB_CONCURRENCY: wholeNumber(1, 64).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  HOT_RELOAD: Flag.default(false),
  METRICS_TOKEN: z.string().min(16).optional(),

  DATA_DIR: z.string().default('data'),
  MIN_FREE_DISK_MB: z.coerce.number().int().min(0).default(500),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: wholeNumber(2, 200).default(10),

  UPGRADE_BACKUP: Flag.default(true),

  SESSION_SECRET: Key.optional(),
  ENCRYPTION_KEY: Key.optional(),

  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_TIMEOUT_SECONDS: number(0.1, 120).default(15),

  SMTP_HOST: z.string().optional(),
  SMTP_PORT: Port.default(587),
  SMTP_USER: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
  MAIL_FROM: z.string().optional(),

  PUSH_SERVICES: z
    .string()
    .default(
      'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com',
    )
    .transform((value) => value.split(',').map((host) => host.trim())),

  PRIVATE_NETWORKS: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((network) => network.trim())
        .filter(Boolean),
    )
    .refine((networks) => networks.every(isCidr), 'must be networks such as 10.0.0.0/8'),

  CLOVER_MERCHANT_ID: z.string().optional(),
  CLOVER_PRIVATE_TOKEN: z.string().optional(),
  CLOVER_WEBHOOK_SECRET: z.string().optional(),
  CLOVER_SIMULATED: Flag.default(false),
  CLOVER_SIMULATOR_URL: Origin.optional(),
  CLOVER_API_URL: Origin.default('https://api.clover.com'),
  CLOVER_ECOMMERCE_URL: Origin.default('https://scl.clover.com'),
})

export type Config = ReturnType<typeof loadConfig>

/** From the process's environment, and from a `.env` file for what is not set there. */
export function readConfig() {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return loadConfig(process.env)
}

/** Checks all of the environment once, at start. */
export function loadConfig(env: NodeJS.ProcessEnv) {
  const parsed = Environment.safeParse(blankAsMissing(env))
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(describeIssue))

  const given = parsed.data
  const production = given.NODE_ENV === 'production'
  const missing = [...(production ? missingInProduction(given) : []), ...missingForS3(given)]
  if (missing.length > 0) throw new ConfigError(missing)

  const sizes = sizesFor(thisMachine())
  const dataDir = resolve(given.DATA_DIR)
  const secrets = openDataFolder(dataDir, {
    session: given.SESSION_SECRET,
    encryption: given.ENCRYPTION_KEY,
  })
  return {
    production,
    host: given.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: given.PORT,
    publicUrl: given.PUBLIC_URL ?? `http://localhost:${given.PORT}`,
    origins: allowedOrigins(given.PUBLIC_URL ?? `http://localhost:${given.PORT}`, given),
    trustProxy: given.TRUST_PROXY ?? false,
    /** What the environment decides. The rest of these an admin may set (live-config.ts). */
    isGiven: {
      publicUrl: given.PUBLIC_URL !== undefined,
      trustProxy: given.TRUST_PROXY !== undefined,
    },
    pageCacheBytes: (given.PAGE_CACHE_MB ?? sizes.pageCacheMb) * 1024 * 1024,
    webConcurrency: given.WEB_CONCURRENCY ?? sizes.webProcesses,
    logLevel: given.LOG_LEVEL,
    hotReload: given.HOT_RELOAD && !production,
    metricsToken: given.METRICS_TOKEN,
    dataDir,
    minFreeDiskBytes: given.MIN_FREE_DISK_MB * 1024 * 1024,
    databaseUrl: given.DATABASE_URL,
    databasePool: given.DATABASE_POOL,
    upgradeBackup: given.UPGRADE_BACKUP,
    secrets,
    s3: s3Settings(given),
    smtp: given.SMTP_HOST
      ? {
          host: given.SMTP_HOST,
          port: given.SMTP_PORT,
          user: given.SMTP_USER,
          password: given.SMTP_PASSWORD,
        }
      : undefined,
    mailFrom: given.MAIL_FROM,
    pushServices: given.PUSH_SERVICES,
    /** That pictures of an import may come from and webhooks go to, beside public servers. */
    privateNetworks: given.PRIVATE_NETWORKS,
    clover: {
      apiUrl: given.CLOVER_API_URL,
      ecommerceUrl: given.CLOVER_ECOMMERCE_URL,
      merchantId: given.CLOVER_MERCHANT_ID,
      privateToken: given.CLOVER_PRIVATE_TOKEN,
      webhookSecret: given.CLOVER_WEBHOOK_SECRET,
      simulated: given.CLOVER_SIMULATED && !production,
      simulatorUrl: production ? undefined : given.CLOVER_SIMULATOR_URL,
    },
  }
}

/** Its first use: what is wrong with it shows here. */
function openDataFolder(dataDir: string, given: Partial<Secrets>): Secrets {
  try {
    return readSecrets(dataDir, given)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!code || code === 'ENOSPC') throw error
    throw new ConfigError([
      `DATA_DIR: the shop can not write its data into ${dataDir} (${message.split(',')[0]}). Give this user the right to, or choose another folder`,
    ])
  }
}

export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((line) => `  - ${line}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

const describeIssue = (issue: z.core.$ZodIssue) => `${issue.path.join('.')}: ${issue.message}`

/** Not generated for a shared database: each machine would generate other values. */
function missingInProduction(given: z.infer<typeof Environment>) {
  if (!given.DATABASE_URL) return []
  const needed = {
    SESSION_SECRET: '64 hex digits (openssl rand -hex 32)',
    ENCRYPTION_KEY: '64 hex digits (openssl rand -hex 32)',
  } as const
  return Object.entries(needed)
    .filter(([name]) => given[name as keyof typeof needed] === undefined)
    .map(([name, meaning]) => `${name} must be set in production with a DATABASE_URL: ${meaning}`)
}

const NEEDED_FOR_S3 = {
  S3_BUCKET: 'the name of the bucket',
  S3_REGION: 'the region of the bucket, such as eu-central-1 (us-east-1 for most other providers)',
  S3_ACCESS_KEY_ID: 'the key that may read, write and delete in the bucket',
  S3_SECRET_ACCESS_KEY: 'the secret of that key',
} as const

/** All of them or none: half a configuration would store some files on this machine's disk. */
function missingForS3(given: z.infer<typeof Environment>) {
  const names = Object.keys(NEEDED_FOR_S3) as (keyof typeof NEEDED_FOR_S3)[]
  const isWanted = given.S3_ENDPOINT !== undefined || names.some((name) => given[name])
  if (!isWanted) return []
  return names
    .filter((name) => !given[name])
    .map((name) => `${name} must be set to store files in S3: ${NEEDED_FOR_S3[name]}`)
}

export type S3Settings = NonNullable<ReturnType<typeof s3Settings>>

function s3Settings(given: z.infer<typeof Environment>) {
  const { S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = given
  if (!S3_BUCKET || !S3_REGION || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
  return {
    endpoint: given.S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    timeoutMs: given.S3_TIMEOUT_SECONDS * 1000,
  }
}

type Listening = Pick<z.infer<typeof Environment>, 'NODE_ENV' | 'PORT'>

/** The first is the public one. In development the machine is also known as localhost and 127.0.0.1. */
function allowedOrigins(publicUrl: string, { NODE_ENV, PORT }: Listening) {
  if (NODE_ENV === 'production') return [publicUrl]
  return [publicUrl, `http://localhost:${PORT}`, `http://127.0.0.1:${PORT}`]
}
