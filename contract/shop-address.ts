import * as z from 'zod'
import { wholeNumber } from './editing.ts'
import { refusals } from './errors.ts'
import { Time, WholeNumber } from './fields.ts'
import { adminProcedure } from './policy.ts'

export const MOST_PROXIES = 5

/** Only this machine itself knows itself by such a name. */
export const isLocalAddress = (url: string) =>
  /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])([:/]|$)/.test(url)

/** `https://shop.example.com`, without anything after the name. Empty: none is saved. */
const ShopAddress = z
  .string()
  .trim()
  .max(300)
  .transform((text) => text.replace(/\/+$/, ''))
  .superRefine((text, context) => {
    const problem = addressProblem(text)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })

function addressProblem(text: string): string | undefined {
  if (text === '') return undefined
  if (!/^https?:\/\//i.test(text)) return 'Begin with https://, such as https://shop.example.com'
  if (!URL.canParse(text)) return 'This is not a web address'
  const { origin } = new URL(text)
  if (origin !== text.toLowerCase()) return `Only the address itself, such as ${origin}`
  if (origin.startsWith('http:') && !isLocalAddress(origin)) {
    return 'Begin with https://. Without it passwords and orders would travel unencrypted'
  }
  return undefined
}

export const ShopAddressEdit = z.object({
  public_url: ShopAddress,
  trusted_proxies: z
    .int({ error: wholeNumber('Number of proxies') })
    .min(0, 'Enter 0 or more')
    .max(MOST_PROXIES, `At most ${MOST_PROXIES}`),
})
export type ShopAddressEdit = z.infer<typeof ShopAddressEdit>

/** `default`: nobody has set it. */
const Source = z.enum(['environment', 'saved', 'default'])

const ShopAddressSettings = z.object({
  /** In use now. Variables of the environment win over what is saved. */
  public_url: z.object({ value: z.string(), source: Source }),
  /** A number, or the networks of the proxies as the environment names them. */
  trusted_proxies: z.object({ value: z.string(), source: Source }),
  saved: ShopAddressEdit,
  /** When the shop last answered at the address in use; null if it never did. */
  checked_at: Time.nullable(),
  version: WholeNumber,
})
export type ShopAddressSettings = z.infer<typeof ShopAddressSettings>

/** What a request to the address met, of this shop or of something else. */
export const AddressCheck = z.object({
  /** Why it is not this shop that answers; null: it is. */
  problem: z.string().nullable(),
  /** How many proxies the request passed; null when this shop did not answer. */
  proxies: z.int().nullable(),
})
export type AddressCheck = z.infer<typeof AddressCheck>

export const shop_address = {
  get: adminProcedure('settings')
    .route({
      method: 'GET',
      path: '/shop_address',
      summary: 'The address of the shop, and whether the environment sets it',
    })
    .output(ShopAddressSettings),
  check: adminProcedure('settings')
    .meta({ limit: { calls: 30, per_seconds: 60 } })
    .route({
      method: 'POST',
      path: '/shop_address/check',
      summary: 'Does this shop answer at an address?',
    })
    .input(z.object({ public_url: ShopAddress }))
    .output(AddressCheck),
  save: adminProcedure('settings')
    .meta({ limit: { calls: 30, per_seconds: 60 } })
    .route({
      method: 'PUT',
      path: '/shop_address',
      summary: 'Set the address of the shop, once it answers there',
    })
    .input(
      ShopAddressEdit.extend({
        version: WholeNumber,
        /** Save it although the check fails: some networks do not let a machine reach its own public address. */
        unchecked: z.boolean().optional(),
      }),
    )
    .errors(refusals('CHANGED_MEANWHILE', 'ADDRESS_NOT_REACHED'))
    .output(ShopAddressSettings),
}
