import { Column, Heading, Row, Text } from '@react-email/components'
import type { ReactNode } from 'react'
import { type Accent, colour, serif, type Tone, useAccent } from '../tokens.ts'

interface MailHeadingProps {
  tone: Tone
  eyebrow: string
  title: string
  /** Stands between eyebrow and title: a figure, a picture. */
  crown?: ReactNode
  lede?: ReactNode
  action?: ReactNode
}

/** The opening of every mail: a softly domed field with one headline and one thing to do. */
export function MailHeading({ tone, eyebrow, title, crown, lede, action }: MailHeadingProps) {
  const accent = useAccent()
  const deep = tone === 'deep'
  return (
    <Row>
      <Column
        align="center"
        className={`dome ${tone}`}
        style={{ ...dome, ...ground(tone, accent) }}
      >
        <Petals deep={deep} />
        <Text
          className={deep ? undefined : 'rose'}
          style={{ ...eyebrowText, color: deep ? accent.onDeep : accent.text }}
        >
          {eyebrow}
        </Text>
        {crown}
        <Heading
          as="h1"
          className={deep ? 'title' : 'title ink'}
          style={{ ...titleText, color: deep ? '#FFFCFA' : colour.ink }}
        >
          {title}
        </Heading>
        {lede && (
          <Text
            className={deep ? undefined : 'ink'}
            style={{ ...ledeText, color: deep ? '#FBE9EA' : colour.ink }}
          >
            {lede}
          </Text>
        )}
        {action && <div style={{ paddingTop: '28px' }}>{action}</div>}
      </Column>
    </Row>
  )
}

// Three petals drawn with border-radius, so that the mail needs no image.
function Petals({ deep }: { deep: boolean }) {
  const { fill, onDeep } = useAccent()
  const petal = (turn: string, opacity: number) => (
    <span
      className={deep ? undefined : 'petal'}
      style={{
        backgroundColor: deep ? onDeep : fill,
        borderRadius: turn,
        display: 'inline-block',
        height: '10px',
        margin: '0 2px',
        opacity,
        width: '10px',
      }}
    />
  )
  return (
    <div
      aria-hidden="true"
      data-skip-in-text="true"
      style={{ fontSize: '10px', lineHeight: '10px' }}
    >
      {petal('0 10px 0 10px', 0.45)}
      {petal('10px 10px 0 10px', 1)}
      {petal('10px 0 10px 0', 0.45)}
    </div>
  )
}

const ground = (tone: Tone, accent: Accent) =>
  tone === 'deep'
    ? {
        backgroundColor: accent.text,
        backgroundImage: `linear-gradient(165deg, ${accent.text}, ${accent.deep})`,
      }
    : { backgroundColor: colour[tone] }

const dome = {
  borderRadius: '50% 50% 20px 20px / 72px 72px 20px 20px',
  padding: '56px 56px 52px',
  textAlign: 'center',
} as const

const eyebrowText = {
  fontSize: '12px',
  fontWeight: 600,
  letterSpacing: '0.14em',
  lineHeight: '18px',
  margin: '18px 0 14px',
  textTransform: 'uppercase',
} as const

const titleText = {
  fontFamily: serif,
  fontSize: '38px',
  fontWeight: 400,
  letterSpacing: '-0.02em',
  lineHeight: '1.16',
  margin: '0',
  textWrap: 'balance',
} as const

const ledeText = {
  fontSize: '17px',
  lineHeight: '28px',
  margin: '16px auto 0',
  maxWidth: '430px',
  textWrap: 'balance',
} as const
