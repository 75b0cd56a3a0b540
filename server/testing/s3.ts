import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { onFileEnd } from './cleanup.ts'

/** `cut`: the connection ends in the middle of the request. `lose`: it says 200 and does nothing. */
type Trouble = 'error' | 'hang' | 'cut' | 'cut once' | 'lose'

/** A real S3 server with one bucket, that can fail and hang on requests of a method, and stop. */
export async function givenS3() {
  const directory = mkdtempSync(join(tmpdir(), 'petal-s3-'))
  const bucket = 'shop-files'
  const s3 = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  })
  // It would end the test process on any uncaught error.
  s3.logger.exceptions.unhandle()
  await s3.configureBuckets()
  const answer = s3.callback()
  const trouble = new Map<string, Trouble>()
  const requests: string[] = []

  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    switch (trouble.get(request.method ?? '')) {
      case 'hang':
        request.resume()
        return
      case 'cut once':
        trouble.clear()
        request.once('data', () => request.destroy())
        return
      case 'cut':
        request.once('data', () => request.destroy())
        return
      case 'error':
        request.resume()
        response.writeHead(500).end()
        return
      case 'lose':
        request.resume().once('end', () => response.writeHead(200).end())
        return
      default:
        answer(request, response)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  async function stop() {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  onFileEnd(async () => {
    if (server.listening) await stop()
    rmSync(directory, { recursive: true, force: true })
  })

  const env = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: bucket,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    S3_TIMEOUT_SECONDS: '1',
  }
  /** Changes a byte near the end of each stored object whose key matches, as a broken disk does. */
  function damage(key: RegExp) {
    for (const file of readdirSync(join(directory, bucket), { recursive: true }).map(String)) {
      const object = file.replace(/\._S3rver_object$/, '')
      if (object === file || !key.test(object)) continue
      const path = join(directory, bucket, file)
      const content = readFileSync(path)
      const at = content.length - 1000
      content[at] = (content[at] ?? 0) ^ 1
      writeFileSync(path, content)
    }
  }
  return { env, trouble, requests, stop, damage }
}
