import { createECDH, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import ece from 'http_ece'

/** A push service on this machine: it checks who sends, and reads messages as the browser would. */
export async function startPushService() {
  const browsers = new Map<string, (body: Buffer) => unknown>()
  const received: { path: string; message: unknown; audience: string; key: string }[] = []
  let status = 201
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const decrypt = browsers.get(request.url ?? '')
    if (status === 201 && decrypt) {
      const sender = verifiedSender(request.headers.authorization ?? '')
      received.push({ path: request.url ?? '', message: decrypt(body), ...sender })
    }
    response.writeHead(decrypt ? status : 410).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    received,
    /** What it answers from now on. */
    answer: (next: number) => {
      status = next
    },
    /** What a browser gets that subscribes. */
    subscribe() {
      const keys = createECDH('prime256v1')
      const p256dh = keys.generateKeys('base64url')
      const secret = randomBytes(16)
      const path = `/${randomUUID()}`
      browsers.set(path, (body) =>
        JSON.parse(
          ece
            .decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: secret })
            .toString(),
        ),
      )
      return { endpoint: url + path, p256dh, auth: secret.toString('base64url') }
    },
    /** The browser has ended its subscription. */
    forget: (endpoint: string) => browsers.delete(new URL(endpoint).pathname),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** `vapid t=<token>, k=<public key>` (RFC 8292); a wrong signature throws. */
function verifiedSender(authorization: string) {
  const { token = '', key = '' } =
    /^vapid t=(?<token>[\w.-]+), k=(?<key>[\w-]+)$/.exec(authorization)?.groups ?? {}
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('The sender is not who it says')
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  return { audience: String(aud), key }
}
