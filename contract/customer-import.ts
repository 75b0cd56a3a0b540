import * as z from 'zod'

/** Where somebody from the list of another shop lives, as far as it says so. */
export const ContactAddress = z.object({
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
})
export type ContactAddress = z.infer<typeof ContactAddress>

