import { S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '../config.ts'

const CONNECT_TIMEOUT_MS = 5000
const ATTEMPTS = 2

// Our own README says which Node the shop needs; an owner can do nothing about the client's warning.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'

type Send = <Result>(
  request: (client: S3Client, options: { abortSignal: AbortSignal }) => Promise<Result>,
) => Promise<Result>

/** Any S3 API. Each request has a time limit for its answer, not for reading what it streams. */
export function openS3(settings: S3Settings): Send {
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
  return async (request) => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), timeoutMs)
    try {
      return await request(client, { abortSignal: limit.signal })
    } finally {
      clearTimeout(timer)
    }
  }
}

export type S3Error = Error & { $metadata?: { httpStatusCode?: number } }

export const statusOf = (error: S3Error) => error.$metadata?.httpStatusCode

export function undefinedIfMissing(error: S3Error) {
  if (statusOf(error) === 404) return undefined
  throw error
}
