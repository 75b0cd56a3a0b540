import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../platform/config.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const ALLOWED_BODIES = /^(application\/json|multipart\/form-data)\b/i

/**
 * A changing call must come from our own pages: an exact Origin, and a body that no plain HTML form can send
 * (a form's multipart body is possible, but never with our Origin).
 */
export const requireSameOrigin =
  (config: Config) => (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (READS.has(request.method)) return done()
    if (!hasBearer(request.headers) && !isOwnOrigin(config, request)) {
      return refuse(reply, 403, 'WRONG_ORIGIN', `This call must come from ${config.publicUrl}.`)
    }
    const type = request.headers['content-type']
    const hasBody = request.headers['content-length'] !== '0' && type !== undefined
    if (hasBody && !ALLOWED_BODIES.test(type)) {
      return refuse(reply, 415, 'UNSUPPORTED_MEDIA_TYPE', 'Send JSON.')
    }
    done()
  }

/**
 * A program with a key comes from no page. A page of another site cannot send this header without asking us first, which
 * we never allow, and cookies do not count beside it (serve-api.ts).
 */
export const hasBearer = ({ authorization }: { authorization?: string }) =>
  /^bearer\b/i.test(authorization ?? '')

/**
 * Unless the environment names the only address, a page under any name of this shop may call it: no other site can
 * make a browser send an Origin that is the Host. So an admin who saves a wrong address can still correct it.
 */
function isOwnOrigin({ origins, isGiven }: Config, { headers }: FastifyRequest) {
  const { origin = '', host } = headers
  if (origins.includes(origin)) return true
  return !isGiven.publicUrl && URL.canParse(origin) && new URL(origin).host === host
}

const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ defined: false, code, status, message })
