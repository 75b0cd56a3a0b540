import type { FastifyInstance } from 'fastify'
import { CONTACT_LIMIT, ContactMessage } from '#contract/content.ts'
import { receiveContactMessage } from '../modules/content/index.ts'
import { answerPlainPage } from '../platform/plain-page.ts'
import type { AppContext } from '../platform/rpc.ts'
import { pseudonym } from '../platform/secrets.ts'
import { networkOf } from './client-address.ts'

const LONGEST_BODY = 64 * 1024

/** The contact form of a browser without scripts. With them, it is the call `contact_messages.create`. */
export function serveContactForm(app: FastifyInstance, context: AppContext) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_BODY },
      (_, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.post('/contact', async (request, reply) => {
      const given = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const text = (name: string) => (given.get(name) ?? '').trim()
      const { data: message } = ContactMessage.safeParse({
        name: text('name'),
        email: text('email'),
        phone: text('phone') || null,
        message: text('message'),
      })
      if (!message) return answerPlainPage(reply, 400, INCOMPLETE)
      const visitor = pseudonym(context.config.secrets.session, networkOf(request.ip))
      await context.limits.count('contact_messages.create', visitor, CONTACT_LIMIT)
      await receiveContactMessage(context, message)
      return answerPlainPage(reply, 200, SENT)
    })
  })
}

const SENT = { title: 'Message sent!', body: '<p>We will get back to you soon.</p>' }

const INCOMPLETE = {
  title: 'Something is missing',
  body: '<p>We need your name, your e-mail address and a message. Please go back: what you typed is still there.</p>',
}
