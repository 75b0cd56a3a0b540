import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Secrets = { session: string; encryption: string }

/** Secrets that are not configured are generated once and stored in the data folder, readable by its owner alone. */
export function readSecrets(dataDir: string, given: Partial<Secrets>): Secrets {
  return {
    session: given.session ?? storedSecret(dataDir, 'session'),
    encryption: given.encryption ?? storedSecret(dataDir, 'encryption'),
  }
}

const secretFile = (dataDir: string, name: string) => join(dataDir, 'secrets', name)

/** For a shop whose data was encrypted elsewhere. */
export const replaceStoredSecret = (dataDir: string, name: keyof Secrets, secret: string) =>
  writeFileSync(secretFile(dataDir, name), secret, { mode: 0o600 })

function storedSecret(dataDir: string, name: keyof Secrets) {
  const file = secretFile(dataDir, name)
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600 })
  try {
    // Linking fails when the file exists, so of several processes that start together one wins.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8').trim()
}

/** AES-256-GCM; `about` is bound to the text, so that a value cannot be moved to another field. */
export function encrypt(key: string, plain: string, about: string) {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), iv).setAAD(
    Buffer.from(about),
  )
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return ['v1', iv, cipher.getAuthTag(), sealed]
    .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
    .join('.')
}

export function decrypt(key: string, sealed: string, about: string) {
  const [version, iv, tag, body] = sealed.split('.')
  if (version !== 'v1' || !iv || !tag || body === undefined)
    throw new Error('Not an encrypted value')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    Buffer.from(key, 'hex'),
    Buffer.from(iv, 'base64url'),
  )
    .setAAD(Buffer.from(about))
    .setAuthTag(Buffer.from(tag, 'base64url'))
  return decipher.update(Buffer.from(body, 'base64url'), undefined, 'utf8') + decipher.final('utf8')
}

export const newSecret = () => randomBytes(24).toString('base64url')

/** Secrets are stored as hashes: a reader of the database cannot use them. */
export const hashSecret = (secret: string) => hash('sha256', secret, 'base64url')

/** Takes as long for a good guess as for a bad one, so that the time reveals nothing. */
export function isSameSecret(given: string | Buffer, expected: string | Buffer) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export const secretMatches = (secret: string, hash: string) =>
  isSameSecret(hashSecret(secret), hash)

/** A short stand-in for something personal, such as an address: the same in, the same out, no way back. */
export const pseudonym = (key: string, value: string) =>
  createHmac('sha256', key).update(value).digest('base64url').slice(0, 22)
