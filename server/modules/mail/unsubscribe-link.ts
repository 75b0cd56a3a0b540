import { createHmac } from 'node:crypto'
import type { Config } from '#server/platform/config.ts'
import { hashSecret, secretMatches } from '#server/platform/secrets.ts'
import { mailbox } from './marketing-consent.ts'

type Keys = Pick<Config, 'publicUrl' | 'secrets'>

// The encryption key outlives the session secret, and a link in an old mail must still work.
const tokenFor = ({ secrets }: Keys, email: string) =>
  createHmac('sha256', secrets.encryption).update(`unsubscribe:${email}`).digest('base64url')

export function unsubscribeLink(config: Keys, address: string) {
  const email = mailbox(address)
  const query = new URLSearchParams({ email, token: tokenFor(config, email) })
  return `${config.publicUrl}/unsubscribe?${query}`
}

export const isOurLink = (config: Keys, { email, token }: { email: string; token: string }) =>
  secretMatches(token, hashSecret(tokenFor(config, email)))
