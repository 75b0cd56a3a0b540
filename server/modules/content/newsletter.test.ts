import { beforeAll, expect, test } from 'vitest'
import { givenAccountsShop, mailsTo } from '#server/testing/account-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { countQueuedMails, givenConsent } from '#server/testing/mail-factories.ts'
import { mail_suppressions } from '../consent/consent.table.ts'
import { optOut, standingOf } from '../consent/index.ts'
import { preferencesLink } from '../mail/mail-links.ts'
import { site_settings } from './content.table.ts'

let place: Awaited<ReturnType<typeof givenAccountsShop>>

beforeAll(async () => {
  place = await givenAccountsShop()
})

const invite = (setting_value: string) =>
  place.shop.db
    .insert(site_settings)
    .values({ setting_key: 'newsletter_invitation', setting_value })
    .onConflictDoUpdate({ target: site_settings.setting_key, set: { setting_value } })

const signUp = (email: string) => place.visitor().post('/api/newsletter', { email })

/** As a browser without scripts sends it. */
const sendForm = (email: string) =>
  fetch(`${place.shop.url}/newsletter`, {
    method: 'POST',
    headers: { 'x-forwarded-for': place.nextIp() },
    body: new URLSearchParams({ email }),
  })

const linkTo = (email: string) =>
  eventually(async () => {
    const [mail] = await mailsTo(place.shop.db, email)
    const link = /href="([^"]*\/confirm-newsletter\?[^"]*)"/.exec(mail?.html ?? '')?.[1]
    expect(link).toBeDefined()
    const { pathname, search } = new URL(link!.replaceAll('&amp;', '&'))
    return pathname + search
  })

const newsOf = async (email: string) => (await standingOf(place.shop.db, email)).news

test('a shop without an invitation has no newsletter, neither form nor call', async () => {
  expect(await signUp('early@example.com')).toMatchObject({
    status: 404,
    body: { code: 'NO_NEWSLETTER' },
  })
  const answer = await sendForm('early@example.com')
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('This shop has no newsletter.')
  await invite('A letter now and then.')
  const home = await (await fetch(place.shop.url)).text()
  expect(home).toContain('action="/newsletter"')
})

test('only the button of the mailed link gives consent, and unsubscribing ends it', async () => {
  const email = 'Guest@Example.com'
  expect(await signUp(email)).toMatchObject({ status: 200, body: { state: 'confirm' } })
  const link = await linkTo(email)
  const page = await place.visitor().get(link)
  expect(page.text).toContain('Yes, send me the newsletter')
  expect((await newsOf('guest@example.com')).refusal).toBe('no-consent')
  const visitor = place.visitor()
  expect((await visitor.post(link)).text).toContain('Welcome to our newsletter')
  expect(await newsOf('guest@example.com')).toMatchObject({ refusal: null, source: 'newsletter' })

  place.clock.advance({ seconds: 1 })
  const preferences = preferencesLink(place.shop.config, 'guest@example.com')
  const { search } = new URL(preferences)
  expect((await visitor.post(`/unsubscribe${search}`)).status).toBe(200)
  expect((await newsOf('guest@example.com')).refusal).toBe('unsubscribed')
  // The same mail again is a new decision of the owner of that mailbox.
  place.clock.advance({ seconds: 1 })
  await visitor.post(link)
  expect((await newsOf('guest@example.com')).refusal).toBeNull()
})

test('a link of another address or of last week confirms nothing', async () => {
  const email = 'slow@example.com'
  await sendForm(email)
  const link = await linkTo(email)
  const forged = link.replace('slow%40', 'victim%40')
  expect(forged).not.toBe(link)
  expect((await place.visitor().post(forged)).status).toBe(400)
  place.clock.advance({ days: 7, seconds: 1 })
  expect((await place.visitor().get(link)).status).toBe(400)
  expect((await place.visitor().post(link)).status).toBe(400)
  expect((await newsOf(email)).refusal).toBe('no-consent')
  expect((await newsOf('victim@example.com')).refusal).toBe('no-consent')
})

test('known, unknown, unsubscribed and blocked addresses get the same answer; blocked ones no mail', async () => {
  const { db } = place.shop
  await givenConsent(db, 'reader@example.com')
  await optOut(db, 'left@example.com', place.clock.now().toISOString())
  await db.insert(mail_suppressions).values({ email: 'blocked@example.com', reason: 'blocked' })
  const names = ['reader', 'left', 'nobody', 'blocked']
  const answers = await Promise.all(names.map((name) => signUp(`${name}@example.com`)))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  await eventually(async () => expect(await countQueuedMails(db)).toBe(0))
  const mailed = await Promise.all(names.map((name) => mailsTo(db, `${name}@example.com`)))
  expect(mailed.map(({ length }) => length)).toEqual([1, 1, 1, 0])
})

test('asking again and again sends few mails to an address, and a network has a limit', async () => {
  const email = 'flooded@example.com'
  const { db } = place.shop
  for (let hour = 0; hour < 5; hour++) {
    await signUp(email)
    await signUp(email)
    place.clock.advance({ minutes: 61 })
  }
  await eventually(async () => expect(await countQueuedMails(db)).toBe(0))
  expect(await mailsTo(db, email)).toHaveLength(2)

  const one = place.visitor()
  const statuses: number[] = []
  for (let n = 0; n <= 20; n++) {
    statuses.push((await one.post('/api/newsletter', { email: `n${n}@example.com` })).status)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(429)
})

test('an address that is none is refused in words, by call and by form', async () => {
  const refused = await signUp('nobody')
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Please enter a valid email address')
  const answer = await sendForm('nobody')
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('Please enter a valid email address')
})
