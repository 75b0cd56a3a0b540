import { Column, Row } from '@react-email/components'
import { createContext, type ReactNode, use } from 'react'
import type { MailTexts, Shop } from '../data.ts'
import { Layout } from '../layout.tsx'
import type { Tone } from '../tokens.ts'
import { Action } from './Copy.tsx'
import { MailHeading } from './MailHeading.tsx'

export const becauseOrdered = (shop: Shop) =>
  `You receive this mail because you placed an order at ${shop.name}.`
export const becauseOfNews = (shop: Shop) =>
  `You receive this mail because you asked for news from ${shop.name}.`

/** The shop and the owner's texts of the mail that is rendered. */
const MailContext = createContext<{ shop: Shop; words: MailTexts } | null>(null)
export const MailProvider = MailContext.Provider

export interface MailPageProps {
  /** Why this person gets this mail, said at its end. */
  because: string
  canUnsubscribe?: boolean
  eyebrow: string
  tone: Tone
  /** Stands between eyebrow and title: a figure, a picture. */
  crown?: ReactNode
  /** Where the button of the heading goes. */
  href?: string
  /** Instead of that button. */
  action?: ReactNode
  /** Instead of the owner's. */
  words?: MailTexts
  children?: ReactNode
}

/** What all mails have in common: the layout, a heading with the owner's words, and space before what follows. */
export function MailPage({
  because,
  canUnsubscribe,
  href,
  action,
  children,
  ...heading
}: MailPageProps) {
  const mail = use(MailContext)
  if (!mail) throw new Error('A mail is rendered within its MailProvider')
  const { eyebrow, tone, crown, words = mail.words } = heading
  return (
    <Layout
      because={because}
      canUnsubscribe={canUnsubscribe}
      preview={words.preheader}
      shop={mail.shop}
    >
      <MailHeading
        action={action ?? (href && <Action href={href}>{words.button}</Action>)}
        crown={crown}
        eyebrow={eyebrow}
        lede={words.intro}
        title={words.title}
        tone={tone}
      />
      {children && (
        <Row>
          <Column style={{ padding: '32px 20px 0' }}>{children}</Column>
        </Row>
      )}
    </Layout>
  )
}
