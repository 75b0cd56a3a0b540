import { account, auth, session, two_factor } from './accounts.ts'
import { categories, products } from './catalog.ts'
import {
  banner_content,
  before_after,
  pages,
  section_backgrounds,
  site_settings,
  testimonials,
} from './content.ts'
import { mails } from './mail.ts'

/** Everything web and server say to each other. */
export const contract = {
  session,
  auth,
  account,
  two_factor,
  products,
  categories,
  site_settings,
  banner_content,
  section_backgrounds,
  testimonials,
  before_after,
  pages,
  mails,
}
