import {
  Body,
  Container,
  Head,
  Hr,
  Html,
  Img,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components'
import type { ReactNode } from 'react'
import type { Shop } from './data.ts'
import { clip } from './format.ts'
import { accentOf, colour, LookProvider, sans, serif, styleSheet, useAccent } from './tokens.ts'

interface LayoutProps {
  shop: Shop
  /** The grey line that inboxes show after the subject. */
  preview: string
  /** Why this person gets this mail, said at its end. */
  because: string
  canUnsubscribe?: boolean | undefined
  children: ReactNode
}

export function Layout({ shop, preview, because, canUnsubscribe, children }: LayoutProps) {
  const accent = accentOf(shop.accent_colour)
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{shop.name}</title>
        <style>{styleSheet(accent)}</style>
      </Head>
      <Body className="ground" style={page}>
        <Preview>{clip(preview.replace(/\s+/g, ' '), 140)}</Preview>
        <Container className="ground" style={column}>
          <LookProvider value={{ accent, shopUrl: shop.url, currency: shop.currency }}>
            <Masthead shop={shop} />
            {children}
            <Footer shop={shop} because={because} canUnsubscribe={canUnsubscribe} />
          </LookProvider>
        </Container>
      </Body>
    </Html>
  )
}

function Masthead({ shop }: { shop: Shop }) {
  return (
    <Section data-skip-in-text="true" style={{ textAlign: 'center' }}>
      <Link className="ink" href={`${shop.url}/`} style={wordmark}>
        {shop.logo_url ? (
          <Img alt={shop.name} height="44" src={shop.logo_url} style={logo} />
        ) : (
          shop.name
        )}
      </Link>
    </Section>
  )
}

function Footer({ shop, because, canUnsubscribe }: Omit<LayoutProps, 'preview' | 'children'>) {
  const smallLink = { color: useAccent().fill, textDecoration: 'underline' }
  return (
    <Section style={{ textAlign: 'center' }}>
      <Hr className="line" style={{ borderColor: colour.line, margin: '48px 0 28px' }} />
      <Text className="ink" style={signature}>
        {shop.name}
      </Text>
      <Text className="quiet" style={small}>
        Questions? Write to{' '}
        <Link className="rose" href={`mailto:${shop.support_email}`} style={smallLink}>
          {shop.support_email}
        </Link>
        , a person answers.
      </Text>
      <Text className="quiet" style={small}>
        {because}
        {canUnsubscribe && (
          <>
            <br />
            <Link className="rose" href={preferencesLink(shop)} style={smallLink}>
              Choose your mail or unsubscribe
            </Link>
          </>
        )}
      </Text>
    </Section>
  )
}

// A preview has no recipient and so no personal link; writing to the shop always works.
const preferencesLink = (shop: Shop) =>
  shop.preferences_url ?? `mailto:${shop.support_email}?subject=Unsubscribe`

const page = {
  backgroundColor: colour.ground,
  color: colour.ink,
  fontFamily: sans,
  margin: 0,
  padding: '0 16px',
  wordBreak: 'break-word',
} as const

const column = { backgroundColor: colour.ground, maxWidth: '600px', padding: '36px 0 48px' }

const wordmark = {
  color: colour.ink,
  display: 'inline-block',
  fontFamily: serif,
  fontSize: '24px',
  letterSpacing: '-0.01em',
  lineHeight: '44px',
  marginBottom: '20px',
}

// On the light ground also in dark mode, where dark letters on a transparent one would vanish.
const logo = {
  backgroundColor: colour.ground,
  borderRadius: '8px',
  height: '44px',
  margin: '0 auto',
  maxWidth: '100%',
  width: 'auto',
}

const signature = { color: colour.ink, fontFamily: serif, fontSize: '18px', margin: '0 0 8px' }

const small = {
  color: colour.quiet,
  fontSize: '13px',
  lineHeight: '21px',
  margin: '0 0 10px',
  textWrap: 'balance',
} as const
