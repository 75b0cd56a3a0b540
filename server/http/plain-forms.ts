import { ORPCError } from '@orpc/server'
import type { FastifyInstance } from 'fastify'
import {
  CONTACT_LIMIT,
  ContactMessage,
  NEWSLETTER_LIMIT,
  NewsletterSignUp,
} from '#contract/content.ts'
import { receiveContactMessage, signUpForNewsletter } from '../modules/content/index.ts'
import { answerPlainPage, escapeHtml } from '../platform/plain-page.ts'
import type { AppContext } from '../platform/rpc.ts'
import { pseudonym } from '../platform/secrets.ts'
import { networkOf } from './client-address.ts'

const LONGEST_BODY = 64 * 1024

type PlainForm = {
  path: string
  /** The call that a browser with scripts makes instead; both count against its limit. */
  call: string
  limit: { calls: number; per_seconds: number }
  /** False when something is missing. */
  receive: (text: (name: string) => string) => Promise<boolean>
  done: { title: string; body: string }
  incomplete: { title: string; body: string }
}

/** The forms that a browser without scripts can send. */
export function servePlainForms(app: FastifyInstance, context: AppContext) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_BODY },
      (_, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.setErrorHandler((error, _, reply) => {
      if (!(error instanceof ORPCError) || error.status >= 500) throw error
      return answerPlainPage(reply, error.status, {
        title: 'That did not work',
        body: `<p>${escapeHtml(error.message)}</p>`,
      })
    })
    for (const { path, call, limit, receive, done, incomplete } of formsOf(context)) {
      scope.post(path, async (request, reply) => {
        const given = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
        const visitor = pseudonym(context.config.secrets.session, networkOf(request.ip))
        await context.limits.count(call, visitor, limit)
        const isComplete = await receive((name) => (given.get(name) ?? '').trim())
        return isComplete
          ? answerPlainPage(reply, 200, done)
          : answerPlainPage(reply, 400, incomplete)
      })
    }
  })
}

const formsOf = (context: AppContext): PlainForm[] => [
  {
    path: '/contact',
    call: 'contact_messages.create',
    limit: CONTACT_LIMIT,
    receive: async (text) => {
      const { data } = ContactMessage.safeParse({
        name: text('name'),
        email: text('email'),
        phone: text('phone') || null,
        message: text('message'),
      })
      if (data) await receiveContactMessage(context, data)
      return data !== undefined
    },
    done: { title: 'Message sent!', body: '<p>We will get back to you soon.</p>' },
    incomplete: {
      title: 'Something is missing',
      body: '<p>We need your name, your e-mail address and a message. Please go back: what you typed is still there.</p>',
    },
  },
  {
    path: '/newsletter',
    call: 'newsletter.sign_up',
    limit: NEWSLETTER_LIMIT,
    receive: async (text) => {
      const { data } = NewsletterSignUp.safeParse({ email: text('email') })
      if (data) await signUpForNewsletter(context, data.email)
      return data !== undefined
    },
    done: {
      title: 'Almost done',
      body: '<p>Please confirm with the link that we have just mailed to you.</p>',
    },
    incomplete: {
      title: 'Please enter a valid email address',
      body: '<p>Please go back: what you typed is still there.</p>',
    },
  },
]
