import { Button, Heading, Link, Text } from '@react-email/components'
import type { ReactNode } from 'react'
import { paragraphs } from '../format.ts'
import { colour, sans, serif, useAccent } from '../tokens.ts'

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text
      className="ink"
      style={{ color: colour.ink, fontSize: '16px', lineHeight: '27px', margin: '0 0 16px' }}
    >
      {children}
    </Text>
  )
}

export function Quiet({ children, centred }: { children: ReactNode; centred?: boolean }) {
  return (
    <Text
      className="quiet"
      style={{
        color: colour.quiet,
        fontSize: '14px',
        lineHeight: '23px',
        margin: '0 0 12px',
        textAlign: centred ? 'center' : 'left',
        textWrap: centred ? 'balance' : 'wrap',
      }}
    >
      {children}
    </Text>
  )
}

/** Plain text as typed: blank lines part paragraphs, single ones break the line. */
export function Prose({ text }: { text: string }) {
  return paragraphs(text).map((paragraph, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a finished text never move
    <Paragraph key={place}>
      {paragraph.split('\n').map((line, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nor do its lines
        <span key={row}>
          {row > 0 && <br />}
          {line}
        </span>
      ))}
    </Paragraph>
  ))
}

export function Subheading({ children }: { children: ReactNode }) {
  return (
    <Heading
      as="h2"
      className="ink"
      style={{
        color: colour.ink,
        fontFamily: serif,
        fontSize: '21px',
        fontWeight: 400,
        letterSpacing: '-0.01em',
        lineHeight: '28px',
        margin: '32px 0 8px',
      }}
    >
      {children}
    </Heading>
  )
}

interface ActionProps {
  href: string
  children: ReactNode
  /** On a deep ground the button turns light. */
  inverted?: boolean
}

export function Action({ href, children, inverted }: ActionProps) {
  const accent = useAccent()
  return (
    <Button
      className="action"
      href={href}
      style={{
        backgroundColor: inverted ? colour.ground : accent.fill,
        borderRadius: '999px',
        color: inverted ? accent.deep : '#FFFFFF',
        fontFamily: sans,
        fontSize: '15px',
        fontWeight: 600,
        letterSpacing: '0.01em',
        lineHeight: '20px',
        padding: '15px 34px',
        textAlign: 'center',
      }}
    >
      {children}
    </Button>
  )
}

export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const { fill } = useAccent()
  return (
    <Link className="rose" href={href} style={{ color: fill, textDecoration: 'underline' }}>
      {children}
    </Link>
  )
}

/** The last, quiet line below what a mail shows. */
export const ClosingNote = ({ children }: { children: ReactNode }) => (
  <div style={{ paddingTop: '28px' }}>
    <Quiet centred>{children}</Quiet>
  </div>
)
