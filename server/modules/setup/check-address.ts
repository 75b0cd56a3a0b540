import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { AddressCheck } from '#contract/shop-address.ts'
import { isSigned, sign } from '#server/platform/cookies.ts'
import type { AppContext } from '#server/platform/rpc.ts'

const PATH = '/.well-known/petal-shop'
const PURPOSE = 'shop-address'
const CHALLENGE = /^[\w-]{16,64}$/
const PATIENCE_MS = 8000
const LARGEST_ANSWER = 4096

/** Proves that a request reached this shop: only who has its session secret can sign the challenge. */
export function serveAddressCheck(app: FastifyInstance, { config }: AppContext) {
  app.get<{ Querystring: { challenge?: string } }>(PATH, async (request, reply) => {
    const { challenge = '' } = request.query
    if (!CHALLENGE.test(challenge)) return reply.code(400).send({ message: 'Bad challenge' })
    const forwarded = request.headers['x-forwarded-for']
    return reply.header('cache-control', 'no-store').send({
      proof: sign(config, PURPOSE, challenge),
      // We send none ourselves, so each entry is from a proxy on the way.
      proxies: forwarded === undefined ? 0 : String(forwarded).split(',').length,
    })
  })
}

/** Asks an address for the proof, the way a visitor would. */
export async function checkAddress(
  { config }: Pick<AppContext, 'config'>,
  url: string,
): Promise<AddressCheck> {
  const challenge = randomBytes(24).toString('base64url')
  try {
    const response = await fetch(`${url}${PATH}?challenge=${challenge}`, {
      redirect: 'manual',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const target = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && target) {
      await response.body?.cancel()
      return failed(`This address leads on to ${originOf(target, url)}. Enter that one.`)
    }
    const answer = await readAnswer(response)
    if (!isSigned(config, PURPOSE, challenge, answer?.proof)) {
      return failed(
        `Something answers at ${url}, but not this shop. Check that the name points to this machine and that the proxy in front passes requests on to it.`,
      )
    }
    return { problem: null, proxies: answer?.proxies ?? 0 }
  } catch (error) {
    return failed(explain(error, url))
  }
}

const failed = (problem: string): AddressCheck => ({ problem, proxies: null })

const originOf = (target: string, base: string) =>
  URL.canParse(target, base) ? new URL(target, base).origin : target.slice(0, 200)

type Answer = { proof: string; proxies: number }

/** The answer may come from any server, with any content of any length. */
async function readAnswer(response: Response): Promise<Answer | null> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > LARGEST_ANSWER) return null
  }
  try {
    const { proof, proxies } = JSON.parse(text)
    return { proof: String(proof), proxies: Number.isInteger(proxies) ? proxies : 0 }
  } catch {
    return null
  }
}

const TLS_PROBLEM = /CERT|SELF_SIGNED|SSL|TLS|UNABLE_TO_/

function explain(error: unknown, url: string): string {
  const { hostname, protocol } = new URL(url)
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `Nothing answered at ${url} within ${PATIENCE_MS / 1000} seconds. Is the machine reachable from the internet, and does its firewall let visitors in?`
  }
  const code = String((error as { cause?: { code?: string } }).cause?.code ?? '')
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `There is no address for ${hostname} yet. Let the name point to this machine at your domain provider (an A record); it can take an hour until everyone sees it.`
  }
  if (TLS_PROBLEM.test(code)) {
    return `${hostname} answers, but its TLS certificate is not valid (${code}). Visitors would see a warning. Let the proxy in front obtain one.`
  }
  if (code === 'ECONNREFUSED') {
    const what = protocol === 'https:' ? 'a proxy with TLS' : 'the shop'
    return `Nothing listens at ${url}. Is ${what} running there?`
  }
  return `${url} could not be reached${code && ` (${code})`}.`
}
