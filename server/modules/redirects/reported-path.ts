import { isUuid } from '#contract/ids.ts'
import { oldPath } from '#contract/old-path.ts'

const LONGEST = 200

/** Addresses of the shop's own that hold ids of people's things, or are no pages. */
const PRIVATE = new Set([
  ...['account', 'admin', 'api', 'assets', 'auth', 'cart', 'checkout', 'confirm-email'],
  ...['confirm-newsletter', 'files', 'first-owner', 'forgot-password', 'invitation'],
  ...['mail-preferences', 'my-orders', 'notify-me', 'order', 'orders', 'payment-success'],
  ...['reset-password', 'undo-email-change', 'unsubscribe', 'webhooks', '404'],
])

/** What robots look for in any server: other software, and files that nobody should publish. */
const ROBOTS_FILE =
  /\.(php\d?|phtml|aspx?|jspx?|cgi|pl|env|git|svn|sql|bak|old|zip|gz|tar|tgz|rar|7z|ini|conf|log|ya?ml|json|xml|txt|map|action|do|exe|dll)(\/|$)/
const ROBOTS_FOLDER =
  /\/(\.|wp-|wordpress|wp\/|cgi-bin|vendor\/|phpmyadmin|pma\/|xmlrpc|actuator|owa\/|autodiscover|boaform|hnap1|solr\/|druid\/|telescope|_profiler|server-status|cms\/|backup|config\/|console\/|geoserver|manager\/html|adminer|node_modules)/

/** Not pages: what the pages of the old shop were made of. */
const PART_OF_PAGE = /\.(jpe?g|png|gif|webp|avif|svg|ico|css|m?js|woff2?|ttf|mp4|webm|pdf)$/

/** Long runs of letters and digits are keys: of a session, a reset, a cart. */
const SECRET = /[0-9a-f]{20,}|(?=[a-z]*[0-9])[a-z0-9_]{28,}/

export function isRobotsPath(url: string) {
  const path = oldPath(url)
  return path !== null && (ROBOTS_FILE.test(path) || ROBOTS_FOLDER.test(path))
}

/**
 * What is counted of an address: its path, without the search. Null for what may hold a person's data or a secret, and
 * for what is not a page.
 */
export function reportedPath(url: string): string | null {
  const path = oldPath(url)
  if (path === null || path.length > LONGEST || path.includes('@')) return null
  if (PART_OF_PAGE.test(path)) return null
  const segments = path.slice(1).split('/')
  if (PRIVATE.has(segments[0] ?? '')) return null
  const isSecret = segments.some((segment) => !isUuid(segment) && SECRET.test(segment))
  return isSecret ? null : path
}
