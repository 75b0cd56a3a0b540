import { html } from './escape-html.ts'
import type { Answer } from './http.ts'
import { answerPage, icon } from './page-frame.ts'

const tickIcon = icon('<path d="m5 13 4.5 4.5L19 7"/>')
const clockIcon = icon('<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.5 2"/>')

type Notice = { title: string; text: string; mood: 'glad' | 'sad'; status: number }

export type NoticeLink = { url: string; label: string }

function notice({ title, text, mood, status }: Notice, link: NoticeLink | null): Answer {
  const content = html`<main class="notice ${mood}">
<div class="seal">${mood === 'glad' ? tickIcon : clockIcon}</div>
<h1>${title}</h1>
<p>${text}</p>
${link && html`<a class="button" href="${link.url}">${link.label}</a>`}
</main>`
  return answerPage(title, content, status)
}

export const approvedPage = () =>
  notice(
    {
      title: 'Payment approved',
      text: 'Thank you. You can close this page.',
      mood: 'glad',
      status: 200,
    },
    null,
  )

export const paidPage = (link: NoticeLink | null) =>
  notice(
    {
      title: 'This order is already paid',
      text: 'The payment went through. You can close this page.',
      mood: 'glad',
      status: 200,
    },
    link,
  )

export const expiredPage = (link: NoticeLink | null) =>
  notice(
    {
      title: 'This payment page has expired',
      text: 'Nothing was taken. Return to the shop to start the payment again.',
      mood: 'sad',
      status: 200,
    },
    link,
  )

export const leftPage = () =>
  notice(
    {
      title: 'You left the payment',
      text: 'Nothing was taken. You can close this page.',
      mood: 'sad',
      status: 200,
    },
    null,
  )

export const unknownPage = () =>
  notice(
    {
      title: 'There is no such payment page',
      text: 'Return to the shop to start the payment again.',
      mood: 'sad',
      status: 404,
    },
    null,
  )

export const welcomePage = () =>
  notice(
    {
      title: 'Clover simulator',
      text: 'A stand-in for the payment provider. It takes test cards only and moves no money.',
      mood: 'glad',
      status: 200,
    },
    null,
  )
