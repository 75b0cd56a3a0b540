import type { Setup } from '#contract/setup.ts'

export type DnsRecord = Setup['dns_records'][number]

/** What providers ask their customers to include, by the end of their servers' names. */
const SPF_OF_PROVIDER: Record<string, string> = {
  'gmail.com': 'include:_spf.google.com',
  'google.com': 'include:_spf.google.com',
  'office365.com': 'include:spf.protection.outlook.com',
  'outlook.com': 'include:spf.protection.outlook.com',
  'sendgrid.net': 'include:sendgrid.net',
  'mailgun.org': 'include:mailgun.org',
  'postmarkapp.com': 'include:spf.mtasv.net',
  'amazonaws.com': 'include:amazonses.com',
  'zoho.com': 'include:zohomail.com',
  'fastmail.com': 'include:spf.messagingengine.com',
  'brevo.com': 'include:spf.brevo.com',
  'ionos.com': 'include:_spf.perfora.net',
  'mailjet.com': 'include:spf.mailjet.com',
}

type Sending = {
  server: string
  sender: string
  dkim_record: { name: string; value: string } | null
}

/** The lines that let receivers trust the sender's domain. */
export function dnsRecords({ server, sender, dkim_record }: Sending): DnsRecord[] {
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  const provider = Object.keys(SPF_OF_PROVIDER).find(
    (name) => server === name || server.endsWith(`.${name}`),
  )
  const source = provider ? SPF_OF_PROVIDER[provider] : `a:${server}`
  const spf: DnsRecord = { what: 'SPF', name: domain, value: `v=spf1 ${source} ~all` }
  return dkim_record ? [spf, { what: 'DKIM', ...dkim_record }] : [spf]
}
