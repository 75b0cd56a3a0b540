import { Column, Row, Section, Text } from '@react-email/components'
import type { ReactNode } from 'react'
import { colour, serif } from '../tokens.ts'

interface PanelProps {
  tone: 'blush' | 'sage' | 'honey'
  title?: string
  children: ReactNode
}

export function Panel({ tone, title, children }: PanelProps) {
  return (
    <Row style={{ marginTop: '28px' }}>
      <Column
        className={`panel ${tone}`}
        style={{ backgroundColor: colour[tone], borderRadius: '16px', padding: '26px 30px' }}
      >
        {title && <Label>{title}</Label>}
        {children}
      </Column>
    </Row>
  )
}

/** A panel of plain text. */
export const TextPanel = ({ children, ...panel }: PanelProps) => (
  <Panel {...panel}>
    <Text
      className="ink"
      style={{ color: colour.ink, fontSize: '15px', lineHeight: '25px', margin: '0' }}
    >
      {children}
    </Text>
  </Panel>
)

export function Label({ children }: { children: string }) {
  return (
    <Text
      className="ink"
      style={{
        color: colour.ink,
        fontFamily: serif,
        fontSize: '18px',
        lineHeight: '26px',
        margin: '0 0 6px',
      }}
    >
      {children}
    </Text>
  )
}

type Fact = readonly [label: string, value: string]

/** Label and value in rows; the caller passes false for an unknown fact. */
export function Facts({ facts }: { facts: (Fact | false)[] }) {
  const known = facts.filter((fact) => fact !== false)
  return (
    <Section>
      {known.map(([label, value]) => (
        <Row data-text={`${label}: ${value}`} key={label}>
          <Column className="line quiet" style={{ ...factCell, color: colour.quiet, width: '38%' }}>
            {label}
          </Column>
          <Column align="right" className="line ink" style={{ ...factCell, color: colour.ink }}>
            {value}
          </Column>
        </Row>
      ))}
    </Section>
  )
}

const factCell = {
  borderBottom: `1px solid ${colour.line}`,
  fontSize: '15px',
  lineHeight: '23px',
  padding: '13px 0',
  verticalAlign: 'top',
} as const
