import { createECDH, hkdfSync } from 'node:crypto'
import type { AppContext } from '#server/platform/rpc.ts'

type Context = Pick<AppContext, 'config'>
type Subscription = { endpoint: string; p256dh: string; auth: string }

/** What web/public/back-office-worker.js shows. */
export type PushMessage = {
  title: string
  body: string
  /** What a click opens. */
  path: string
  /** A later message with the same tag takes the place of the earlier one. */
  tag: string
  /** The badge of the installed back office. */
  waiting: number
}

const TIMEOUT_MS = 10_000
/** A message that cannot be delivered for longer is no news any more. */
const VALID_SECONDS = 3600

/** Derived from the shop's secret, so that all its processes have the same pair and none has to be stored. */
export function pushKeys({ config }: Context) {
  const curve = createECDH('prime256v1')
  const secret = Buffer.from(config.secrets.encryption, 'hex')
  curve.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', 'petal web push', 32)))
  return {
    publicKey: curve.getPublicKey('base64url'),
    privateKey: curve.getPrivateKey('base64url').padStart(43, 'A'),
  }
}

/** A browser names the service itself: the shop must not be made to call any other address. */
export function isPushService({ config }: Context, endpoint: string) {
  const { protocol, hostname } = new URL(endpoint)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1'
  return (
    (protocol === 'https:' || (protocol === 'http:' && isLocal)) &&
    config.pushServices.some((known) =>
      known.startsWith('*.') ? hostname.endsWith(known.slice(1)) : hostname === known,
    )
  )
}

/** `gone`: the browser has ended the subscription, or it belongs to other keys. `failed`: worth another try. */
export async function deliver(
  context: Context,
  { endpoint, p256dh, auth }: Subscription,
  message: PushMessage,
): Promise<'delivered' | 'gone' | 'failed'> {
  if (!isPushService(context, endpoint)) return 'gone'
  const { default: webPush } = await import('web-push')
  const request = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      TTL: VALID_SECONDS,
      urgency: 'high',
      vapidDetails: { subject: subjectOf(context), ...pushKeys(context) },
    },
  )
  try {
    const { status } = await fetch(endpoint, {
      method: 'POST',
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: new Uint8Array(request.body ?? []),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (status < 300) return 'delivered'
    return [401, 403, 404, 410].includes(status) ? 'gone' : 'failed'
  } catch {
    return 'failed'
  }
}

/** Push services want to know whom to ask about a sender; they refuse an address of this machine. */
function subjectOf({ config }: Context) {
  const isPublic = config.publicUrl.startsWith('https:')
  return isPublic ? config.publicUrl : 'mailto:owner@example.com'
}
