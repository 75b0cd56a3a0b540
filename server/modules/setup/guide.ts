import type { Setup, SetupPart, SetupPartName, SetupStep, SetupStepName } from '#contract/setup.ts'
import { isLocalAddress } from '#contract/shop-address.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { listAdminAddresses } from '../accounts/index.ts'
import { findOwnProduct } from '../catalog/index.ts'
import {
  hashOfText,
  readClaims,
  readOwnBanner,
  readOwnHours,
  readOwnIdentity,
  readPolicies,
} from '../content/index.ts'
import { readMailSetup } from '../mail/index.ts'
import { readPaymentSetup } from '../payments/index.ts'
import { listZones } from '../shipping/index.ts'
import { type Confirmations, isGuideHidden, readConfirmations } from './confirmations.ts'
import { type DnsRecord, dnsRecords } from './dns-records.ts'
import { readShopAddress } from './operating-settings.ts'

type MailSetup = Awaited<ReturnType<typeof readMailSetup>>

/** Each step is looked up in the state of the shop, so it is done by doing it and open again when that is undone. */
export async function readSetup(context: AppContext): Promise<Setup> {
  const mail = await readMailSetup(context)
  const { db, config } = context
  const confirmed = await readConfirmations(db)
  const payment = await readPaymentSetup(context)
  return {
    is_hidden: await isGuideHidden(db),
    steps: [
      step('account', accountParts(await listAdminAddresses(db))),
      step('look', lookParts(await readOwnIdentity(db), confirmed)),
      step('hours', hoursParts(await readOwnHours(db), confirmed)),
      step('banner', bannerParts(await readOwnBanner(context), confirmed)),
      step('policies', policyParts(await readPolicies(db), confirmed)),
      ...claimsStep(await readClaims(db), confirmed),
      step('product', productParts(await findOwnProduct(db))),
      step('shipping', shippingParts(await listZones(db), confirmed)),
      step('address', addressParts(await readShopAddress(context))),
      step('payment', paymentParts(payment)),
      step('mail', mailParts(mail)),
      step('test_order', testOrderParts(payment)),
    ],
    webhook_url: `${config.publicUrl}/webhooks/clover`,
    is_webhook_local: isLocalAddress(config.publicUrl),
    dns_records: mailRecords(mail),
  }
}

const step = (name: SetupStepName, parts: SetupPart[]): SetupStep => ({
  step: name,
  is_done: parts.every(({ is_done }) => is_done),
  parts,
})

type Details = Partial<Pick<SetupPart, 'found' | 'id' | 'confirmable'>>

const partOf = (part: SetupPartName, is_done: boolean, details: Details = {}): SetupPart => ({
  part,
  is_done,
  found: details.found || null,
  id: details.id ?? null,
  confirmable: details.confirmable ?? null,
})

type Found<Read extends (...args: never[]) => unknown> = Awaited<ReturnType<Read>>

function accountParts({ own, demo }: Found<typeof listAdminAddresses>) {
  return [
    partOf('own_admin', own.length > 0, { found: own[0] }),
    partOf('demo_admin', demo.length === 0, { found: demo[0] }),
  ]
}

/** Chosen by the owner, or confirmed as it is: `standsFor` is what the confirmation was about. */
function taste(
  confirmed: Confirmations,
  part: SetupPartName,
  chosen: string,
  standsFor: string,
): SetupPart {
  const confirmable = hashOfText(`${part}:${standsFor}`)
  const is_done = chosen !== '' || confirmed.get(part) === confirmable
  return partOf(part, is_done, { found: chosen, confirmable })
}

function lookParts(identity: Found<typeof readOwnIdentity>, confirmed: Confirmations) {
  const { name, email, phone, address, city, logo, accent_colour } = identity
  return [
    partOf('name', name !== '', { found: name }),
    partOf('contact', email !== '' && (phone !== '' || (address !== '' && city !== '')), {
      found: email,
    }),
    taste(confirmed, 'logo', logo, name),
    taste(confirmed, 'colour', accent_colour, ''),
  ]
}

const hoursParts = (hours: Found<typeof readOwnHours>, confirmed: Confirmations) => [
  taste(confirmed, 'opening_hours', hours.own, hours.shown),
  taste(confirmed, 'time_zone', hours.time_zone, ''),
]

const bannerParts = ({ own, shown }: Found<typeof readOwnBanner>, confirmed: Confirmations) => [
  taste(confirmed, 'banner', own, shown),
]

const policyParts = (policies: Found<typeof readPolicies>, confirmed: Confirmations) =>
  policies.map(({ slug, page, content_hash, is_adapted }) =>
    partOf(slug, page !== null && (is_adapted || confirmed.get(slug) === content_hash), {
      found: page?.title,
      id: page?.id,
      confirmable: page && content_hash,
    }),
  )

/** Only in a shop that still has texts of the demo. */
function claimsStep(claims: Found<typeof readClaims>, confirmed: Confirmations) {
  if (claims.every(({ is_own }) => is_own)) return []
  const parts = claims.map(({ part, is_own, content_hash }) =>
    partOf(part, is_own || confirmed.get(part) === content_hash, { confirmable: content_hash }),
  )
  return [step('claims', parts)]
}

const productParts = (product: Found<typeof findOwnProduct>) => [
  partOf('own_product', product?.image_url != null, { found: product?.name }),
]

/** Charged by zones, or free on purpose. */
const shippingParts = (zones: Found<typeof listZones>, confirmed: Confirmations) => [
  taste(confirmed, 'shipping_rates', zones.map(({ name }) => name).join(', '), ''),
]

function paymentParts(payment: Found<typeof readPaymentSetup>) {
  return [
    partOf('credentials', payment !== null, { found: payment?.merchant }),
    partOf('webhook_secret', payment?.has_webhook_secret ?? false),
    partOf('webhook_event', Boolean(payment?.event_at), { found: payment?.event_at }),
  ]
}

const mailParts = ({ server, tested_at }: MailSetup) => [
  partOf('mail_server', server !== null, { found: server }),
  partOf('test_mail', tested_at !== null, { found: tested_at }),
]

function addressParts({ public_url, checked_at }: Found<typeof readShopAddress>) {
  const { value } = public_url
  return [
    partOf('secure_address', value.startsWith('https:') && !isLocalAddress(value), {
      found: value,
    }),
    partOf('address_answers', checked_at !== null, { found: checked_at }),
  ]
}

function testOrderParts(payment: Found<typeof readPaymentSetup>) {
  const order = payment?.test_order
  return [
    partOf('paid', Boolean(order), { id: order?.order_id }),
    partOf('refunded', order?.is_refunded ?? false, { id: order?.order_id }),
  ]
}

const mailRecords = ({ server, sender, dkim_record }: MailSetup): DnsRecord[] =>
  server ? dnsRecords({ server, sender, dkim_record }) : []
