import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '../config.ts'
import { openS3, type S3Error, statusOf, undefinedIfMissing } from './s3-client.ts'
import type { FileStorage } from './storage.ts'

const FOLDER = 'files/'

/** Any S3 API. The bucket stays private: visitors get files from us, under the same addresses as from disk. */
export function createS3Storage(settings: S3Settings): FileStorage {
  const send = openS3(settings)
  const target = (name: string) => ({ Bucket: settings.bucket, Key: FOLDER + name })

  async function size(name: string) {
    const found = await send((client, options) =>
      client.send(new HeadObjectCommand(target(name)), options),
    ).catch(undefinedIfMissing)
    return found?.ContentLength
  }

  async function remove(names: string[]) {
    for (const name of names)
      await send((client, options) =>
        client.send(new DeleteObjectCommand(target(name)), options),
      ).catch(undefinedIfMissing)
  }

  /** An answer of 200 is not believed: a bucket behind a proxy, or on a full disk, may have stored nothing. */
  async function assertStored(name: string, bytes: number) {
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
        send((client, options) => {
          const object = { Body: createReadStream(file), ContentLength: bytes, ContentType: type }
          return client.send(new PutObjectCommand({ ...target(name), ...object }), options)
        })
      // The client can not repeat a stream by itself.
      await store().catch((error) => {
        if (isRefused(error)) throw error
        return store()
      })
      await assertStored(name, bytes)
      return true
    },

    async open(name, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const found = await send((client, options) =>
        client.send(new GetObjectCommand({ ...target(name), Range }), options),
      ).catch(undefinedIfMissing)
      if (!found?.Body) return undefined
      return { bytes: found.ContentLength ?? 0, stream: found.Body as Readable }
    },

    // A bucket stores an object whole or not at all.
    async removeDrafts() {},

    async check() {
      const bucket = new HeadBucketCommand({ Bucket: settings.bucket })
      await send((client, options) => client.send(bucket, options)).catch((error) => {
        throw new Error(`The bucket "${settings.bucket}" can not be used: ${describe(error)}`)
      })
    },
  }
}

const isRefused = (error: S3Error) => {
  const status = statusOf(error) ?? 500
  return error.name === 'AbortError' || (status >= 400 && status < 500)
}

function describe(error: S3Error) {
  const reasons: Record<number, string> = {
    301: 'it is in another region than S3_REGION',
    403: 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY may not use it',
    404: 'there is no bucket of that name (S3_BUCKET)',
  }
  return reasons[statusOf(error) ?? 0] ?? `S3_ENDPOINT does not answer (${error.message})`
}
