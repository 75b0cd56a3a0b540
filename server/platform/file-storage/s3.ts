import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '../config.ts'
import type { FileStorage } from './storage.ts'

const CONNECT_TIMEOUT_MS = 5000
const ATTEMPTS = 2
const FOLDER = 'files/'

/** Any S3 API. The bucket stays private: visitors get files from us, under the same addresses as from disk. */
export function createS3Storage(settings: S3Settings): FileStorage {
  const { timeoutMs } = settings
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    // A bucket as part of the host name needs DNS entries that few other providers have.
    forcePathStyle: settings.endpoint !== undefined,
    credentials: {
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
    },
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: timeoutMs },
    // Failures are reported by our callers; the client would write to the console.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    // The newer checksums are unknown to many S3 servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const target = (name: string) => ({ Bucket: settings.bucket, Key: FOLDER + name })

  /** The time limit is for the answer, not for reading what it streams. */
  async function send<Result>(request: (options: { abortSignal: AbortSignal }) => Promise<Result>) {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), timeoutMs)
    try {
      return await request({ abortSignal: limit.signal })
    } finally {
      clearTimeout(timer)
    }
  }

  async function size(name: string) {
    const found = await send((options) =>
      client.send(new HeadObjectCommand(target(name)), options),
    ).catch(undefinedIfMissing)
    return found?.ContentLength
  }

  async function remove(names: string[]) {
    for (const name of names)
      await send((options) => client.send(new DeleteObjectCommand(target(name)), options)).catch(
        undefinedIfMissing,
      )
  }

  /** An answer of 200 is not believed: a bucket behind a proxy, or on a full disk, may have stored nothing. */
  async function look(name: string, bytes: number) {
    const stored = await size(name)
    if (stored === bytes) return
    if (stored !== undefined) await remove([name])
    throw new Error(`The bucket accepted ${bytes} bytes and stored ${stored ?? 0}`)
  }

  return {
    size,
    remove,

    async put(name, file, type) {
      if ((await size(name)) !== undefined) return false
      const { size: bytes } = await stat(file)
      const store = () =>
        send((options) => {
          const object = { Body: createReadStream(file), ContentLength: bytes, ContentType: type }
          return client.send(new PutObjectCommand({ ...target(name), ...object }), options)
        })
      // The client can not repeat a stream by itself.
      await store().catch((error) => {
        if (isRefused(error)) throw error
        return store()
      })
      await look(name, bytes)
      return true
    },

    async open(name, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const found = await send((options) =>
        client.send(new GetObjectCommand({ ...target(name), Range }), options),
      ).catch(undefinedIfMissing)
      if (!found?.Body) return undefined
      return { bytes: found.ContentLength ?? 0, stream: found.Body as Readable }
    },

    async check() {
      const bucket = new HeadBucketCommand({ Bucket: settings.bucket })
      await send((options) => client.send(bucket, options)).catch((error) => {
        throw new Error(`The bucket "${settings.bucket}" can not be used: ${describe(error)}`)
      })
    },
  }
}

type S3Error = Error & { $metadata?: { httpStatusCode?: number } }

const statusOf = (error: S3Error) => error.$metadata?.httpStatusCode

const isRefused = (error: S3Error) => {
  const status = statusOf(error) ?? 500
  return error.name === 'AbortError' || (status >= 400 && status < 500)
}

function undefinedIfMissing(error: S3Error) {
  if (statusOf(error) === 404) return undefined
  throw error
}

function describe(error: S3Error) {
  const reasons: Record<number, string> = {
    301: 'it is in another region than S3_REGION',
    403: 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY may not use it',
    404: 'there is no bucket of that name (S3_BUCKET)',
  }
  return reasons[statusOf(error) ?? 0] ?? `S3_ENDPOINT does not answer (${error.message})`
}
