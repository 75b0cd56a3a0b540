import type { FastifyReply, FastifyRequest } from 'fastify'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const ALLOWED_BODIES = /^(application\/json|multipart\/form-data)\b/i

/**
 * A changing call must come from our own pages: an exact Origin, and a body that no plain HTML form can send
 * (a form's multipart body is possible, but never with our Origin).
 */
export const requireSameOrigin =
  (origins: readonly string[]) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (READS.has(request.method)) return
    if (!origins.includes(request.headers.origin ?? '')) {
      return refuse(reply, 403, 'WRONG_ORIGIN', `This call must come from ${origins[0]}.`)
    }
    const type = request.headers['content-type']
    const hasBody = request.headers['content-length'] !== '0' && type !== undefined
    if (hasBody && !ALLOWED_BODIES.test(type)) {
      return refuse(reply, 415, 'UNSUPPORTED_MEDIA_TYPE', 'Send JSON.')
    }
  }

const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ defined: false, code, status, message })
