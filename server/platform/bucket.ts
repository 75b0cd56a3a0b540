import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { S3Settings } from './config.ts'
import { openS3, type S3Error, statusOf, undefinedIfMissing } from './file-storage/s3-client.ts'
import { BucketError } from './file-storage.ts'

/** 10,000 parts are allowed: 80 GB. */
const PART_BYTES = 8 * 1024 * 1024

export type Bucket = ReturnType<typeof openBucket>

/** A folder of an S3 bucket, for large files that are written once. What it throws is written for the owner. */
export function openBucket(settings: S3Settings, folder: string) {
  const send = openS3(settings)
  const { bucket: Bucket } = settings
  const keyOf = (name: string) => `${folder}/${name}`
  const target = (name: string) => ({ Bucket, Key: keyOf(name) })
  const explained = <Result>(work: Promise<Result>) =>
    work.catch((error: S3Error) => {
      throw error instanceof BucketError
        ? error
        : new BucketError(describe(error), { cause: error })
    })

  async function size(name: string) {
    const found = await send((client, options) =>
      client.send(new HeadObjectCommand(target(name)), options),
    ).catch(undefinedIfMissing)
    return found?.ContentLength
  }

  async function list() {
    const found: { name: string; bytes: number }[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await send((client, options) =>
        client.send(
          new ListObjectsV2Command({ Bucket, Prefix: keyOf(''), ContinuationToken }),
          options,
        ),
      )
      for (const { Key, Size } of page.Contents ?? [])
        if (Key) found.push({ name: Key.slice(keyOf('').length), bytes: Size ?? 0 })
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
    return found
  }

  /** Under its name only when it is whole. Returns its size, which the bucket confirms. */
  async function put(name: string, content: Readable): Promise<number> {
    const bytes = await upload(name, content)
    // An answer of 200 is not believed: a bucket behind a proxy, or on a full disk, may have stored nothing.
    const stored = await size(name)
    if (stored === bytes) return bytes
    if (stored !== undefined) await remove(name)
    throw new BucketError(`The bucket accepted ${bytes} bytes and stored ${stored ?? 0}.`)
  }

  async function upload(name: string, content: Readable): Promise<number> {
    const parts = inParts(content)
    const first = await parts.next()
    const Body = first.done ? Buffer.alloc(0) : first.value
    if (Body.length < PART_BYTES) {
      await send((client, options) =>
        client.send(new PutObjectCommand({ ...target(name), Body }), options),
      )
      return Body.length
    }
    const { UploadId } = await send((client, options) =>
      client.send(new CreateMultipartUploadCommand(target(name)), options),
    )
    const whole = { ...target(name), UploadId }
    try {
      const Parts: { ETag: string | undefined; PartNumber: number }[] = []
      let bytes = 0
      for await (const Body of all(first.value as Buffer, parts)) {
        const PartNumber = Parts.length + 1
        const { ETag } = await send((client, options) =>
          client.send(new UploadPartCommand({ ...whole, PartNumber, Body }), options),
        )
        Parts.push({ ETag, PartNumber })
        bytes += Body.length
      }
      await send((client, options) =>
        client.send(
          new CompleteMultipartUploadCommand({ ...whole, MultipartUpload: { Parts } }),
          options,
        ),
      )
      return bytes
    } catch (error) {
      await send((client, options) =>
        client.send(new AbortMultipartUploadCommand(whole), options),
      ).catch(() => {})
      throw error
    }
  }

  async function open(name: string) {
    const found = await send((client, options) =>
      client.send(new GetObjectCommand(target(name)), options),
    ).catch(undefinedIfMissing)
    if (!found?.Body) return undefined
    return { bytes: found.ContentLength ?? 0, stream: found.Body as Readable }
  }

  async function remove(name: string) {
    await send((client, options) =>
      client.send(new DeleteObjectCommand(target(name)), options),
    ).catch(undefinedIfMissing)
  }

  /** Writes, lists, reads and deletes a small file, as a backup will. */
  async function check() {
    const name = `petal-check-${Math.random().toString(36).slice(2)}`
    await put(name, Readable.from([Buffer.from('petal')]))
    const isListed = (await list()).some((one) => one.name === name)
    const found = await open(name)
    for await (const _ of found?.stream ?? []);
    await remove(name)
    if (!isListed || !found) throw new BucketError('The bucket does not show what it stored.')
  }

  return {
    list: () => explained(list()),
    put: (name: string, content: Readable) => explained(put(name, content)),
    open: (name: string) => explained(open(name)),
    remove: (name: string) => explained(remove(name)),
    check: () => explained(check()),
  }
}

async function* all(first: Buffer, rest: AsyncGenerator<Buffer>) {
  yield first
  yield* rest
}

/** Each of the same size, apart from the last. */
async function* inParts(content: Readable): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of content) {
    waiting.push(chunk)
    length += chunk.length
    if (length < PART_BYTES) continue
    const rest = Buffer.concat(waiting)
    yield rest.subarray(0, PART_BYTES)
    waiting = [rest.subarray(PART_BYTES)]
    length -= PART_BYTES
  }
  if (length > 0) yield Buffer.concat(waiting)
}

function describe(error: S3Error) {
  const reasons: Record<number, string> = {
    301: 'The bucket is in another region.',
    401: 'The access key is not accepted.',
    403: 'The access key may not use this bucket, or its secret is wrong.',
    404: 'There is no bucket of that name.',
  }
  return reasons[statusOf(error) ?? 0] ?? `The bucket does not answer (${error.message}).`
}
