import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  scrypt,
} from 'node:crypto'
import { open } from 'node:fs/promises'
import { Transform, type TransformCallback } from 'node:stream'
import * as z from 'zod'

/**
 * How a copy of a backup is encrypted. The shop stores a public key, and the private one encrypted with the owner's
 * passphrase; both are also in the header of every copy. So the shop encrypts alone, and to open a copy anywhere needs
 * the copy and the passphrase. Decision 067 says why.
 *
 * A sealed file: `PETALBK1`, the length of the header (4 bytes), the header as JSON, its SHA-256, then frames.
 */
const MAGIC = Buffer.from('PETALBK1')
const LARGEST_HEADER = 16 * 1024
const FRAME = 64 * 1024
const TAG = 16
const CIPHER = 'aes-256-gcm'

/** As OWASP recommends, with 64 MB of memory. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 2 }
const MOST_MEMORY = 128 * 1024 * 1024

const Bytes = z.base64url()
const Kdf = z.object({
  name: z.literal('scrypt'),
  // A header that somebody else wrote must not cost more than ours.
  N: z
    .int()
    .min(2 ** 14)
    .max(2 ** 16),
  r: z.int().min(1).max(8),
  p: z.int().min(1).max(4),
  salt: Bytes,
})
/** What the shop stores, and each copy carries. Without the passphrase it opens nothing. */
export const SealingKey = z.object({
  kdf: Kdf,
  public_key: Bytes,
  /** The private key under the passphrase. */
  wrapped: z.object({ iv: Bytes, tag: Bytes, data: Bytes }),
})
export type SealingKey = z.infer<typeof SealingKey>
const Header = SealingKey.extend({ format: z.literal(1), ephemeral_key: Bytes })
type Header = z.infer<typeof Header>

/** Written for the owner. */
export class DamagedBackup extends Error {
  constructor(what = 'The backup is damaged: it is not as it was written.') {
    super(what)
  }
}
export class WrongPassphrase extends Error {
  constructor() {
    super('This passphrase does not open the backup.')
  }
}

const text = (bytes: Buffer) => bytes.toString('base64url')
const bytes = (value: string) => Buffer.from(value, 'base64url')

function stretch(passphrase: string, { N, r, p, salt }: z.infer<typeof Kdf>): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    // The same letters may be typed as other bytes on another machine.
    scrypt(
      passphrase.normalize('NFKC'),
      bytes(salt),
      32,
      { N, r, p, maxmem: MOST_MEMORY },
      (error, key) => (error ? reject(error) : resolve(key)),
    ),
  )
}

export async function createSealingKey(passphrase: string): Promise<SealingKey> {
  const kdf = { name: 'scrypt' as const, ...SCRYPT, salt: text(randomBytes(16)) }
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  const iv = randomBytes(12)
  const cipher = createCipheriv(CIPHER, await stretch(passphrase, kdf), iv)
  const data = Buffer.concat([
    cipher.update(privateKey.export({ type: 'pkcs8', format: 'der' })),
    cipher.final(),
  ])
  return {
    kdf,
    public_key: text(publicKey.export({ type: 'spki', format: 'der' })),
    wrapped: { iv: text(iv), tag: text(cipher.getAuthTag()), data: text(data) },
  }
}

const publicKeyOf = (der: string) =>
  createPublicKey({ key: bytes(der), type: 'spki', format: 'der' })

/** The key of one file: nobody without the private key of either side can compute it. */
function agree(privateKey: KeyObject, publicKey: KeyObject, header: Header): Buffer {
  const shared = diffieHellman({ privateKey, publicKey })
  const salt = Buffer.concat([bytes(header.ephemeral_key), bytes(header.public_key)])
  return Buffer.from(hkdfSync('sha256', shared, salt, 'petal backup 1', 32))
}

/** Encrypts one file; `data_key` opens this one alone. */
export function sealWith(key: SealingKey) {
  const ephemeral = generateKeyPairSync('x25519')
  const header: Header = {
    format: 1,
    ...key,
    ephemeral_key: text(ephemeral.publicKey.export({ type: 'spki', format: 'der' })),
  }
  const data_key = agree(ephemeral.privateKey, publicKeyOf(key.public_key), header)
  const { encoded, digest } = encode(header)
  return { data_key, transform: new Frames(encrypting(data_key, digest), FRAME, encoded) }
}

function encode(header: Header) {
  const json = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  const head = Buffer.concat([MAGIC, length, json])
  const digest = createHash('sha256').update(head).digest()
  return { encoded: Buffer.concat([head, digest]), digest }
}

type SealedHeader = { header: Header; digest: Buffer; length: number }

/** Reads the header of a sealed file from its first bytes. */
export function readHeader(start: Buffer): SealedHeader {
  if (!start.subarray(0, MAGIC.length).equals(MAGIC))
    throw new DamagedBackup('This file is no encrypted backup of a shop, or it is damaged.')
  if (start.length < MAGIC.length + 4) throw new DamagedBackup()
  const end = MAGIC.length + 4 + start.readUInt32BE(MAGIC.length)
  if (end > LARGEST_HEADER || start.length < end + 32) throw new DamagedBackup()
  const digest = createHash('sha256').update(start.subarray(0, end)).digest()
  if (!digest.equals(start.subarray(end, end + 32))) throw new DamagedBackup()
  const parsed = Header.safeParse(JSON.parse(start.toString('utf8', MAGIC.length + 4, end)))
  if (!parsed.success)
    throw new DamagedBackup('The backup was encrypted by a newer version of Petal.')
  return { header: parsed.data, digest, length: end + 32 }
}

export async function readHeaderOf(file: string): Promise<SealedHeader> {
  const handle = await open(file)
  try {
    const start = Buffer.alloc(LARGEST_HEADER + 32)
    const { bytesRead } = await handle.read(start, 0, start.length, 0)
    return readHeader(start.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}

/** The key of a sealed file. Throws WrongPassphrase. */
export async function dataKeyOf({ header }: SealedHeader, passphrase: string): Promise<Buffer> {
  const { iv, tag, data } = header.wrapped
  const decipher = createDecipheriv(
    CIPHER,
    await stretch(passphrase, header.kdf),
    bytes(iv),
  ).setAuthTag(bytes(tag))
  try {
    const der = Buffer.concat([decipher.update(bytes(data)), decipher.final()])
    const privateKey = createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })
    return agree(privateKey, publicKeyOf(header.ephemeral_key), header)
  } catch {
    throw new WrongPassphrase()
  }
}

/** Decrypts what follows the header. Its output is authentic, though not whole before it has ended without an error. */
export const unseal = ({ digest }: SealedHeader, dataKey: Buffer) =>
  new Frames(decrypting(dataKey, digest), FRAME + TAG)

type Convert = (frame: Buffer, nonce: Buffer) => Buffer

/** The key is of one file, so the number of the frame is a nonce. The header is bound to each frame. */
const encrypting =
  (key: Buffer, about: Buffer): Convert =>
  (frame, nonce) => {
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(about)
    return Buffer.concat([cipher.update(frame), cipher.final(), cipher.getAuthTag()])
  }

const decrypting =
  (key: Buffer, about: Buffer): Convert =>
  (frame, nonce) => {
    if (frame.length < TAG) throw new DamagedBackup()
    const decipher = createDecipheriv(CIPHER, key, nonce)
      .setAAD(about)
      .setAuthTag(frame.subarray(frame.length - TAG))
    try {
      return Buffer.concat([
        decipher.update(frame.subarray(0, frame.length - TAG)),
        decipher.final(),
      ])
    } catch {
      throw new DamagedBackup()
    }
  }

/**
 * Cuts a stream into frames. The nonce says which one it is, and whether it is the last: frames that are missing,
 * repeated or in another order cannot be decrypted, nor can a file that ends too early.
 */
class Frames extends Transform {
  readonly #convert: Convert
  readonly #size: number
  #waiting: Buffer[] = []
  #length = 0
  #count = 0n

  constructor(convert: Convert, size: number, first?: Buffer) {
    super()
    this.#convert = convert
    this.#size = size
    if (first) this.push(first)
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    this.#waiting.push(chunk)
    this.#length += chunk.length
    // One is left for the end: only then it is known to be the last.
    if (this.#length <= this.#size) return done()
    this.#handle(done, () => {
      let rest = Buffer.concat(this.#waiting)
      for (; rest.length > this.#size; rest = rest.subarray(this.#size))
        this.push(this.#convert(rest.subarray(0, this.#size), this.#nonce(false)))
      this.#waiting = [rest]
      this.#length = rest.length
    })
  }

  override _flush(done: TransformCallback) {
    this.#handle(done, () =>
      this.push(this.#convert(Buffer.concat(this.#waiting), this.#nonce(true))),
    )
  }

  #handle(done: TransformCallback, work: () => void) {
    try {
      work()
    } catch (error) {
      return done(error as Error)
    }
    done()
  }

  #nonce(isLast: boolean) {
    const nonce = Buffer.alloc(12)
    nonce[0] = isLast ? 1 : 0
    nonce.writeBigUInt64BE(this.#count++, 4)
    return nonce
  }
}
