import { Column, Link, Row } from '@react-email/components'
import { money } from '../format.ts'
import { colour, serif } from '../tokens.ts'
import { Picture } from './Picture.tsx'

interface FeatureProps {
  name: string
  image: string | null | undefined
  href: string
}

/** One product, large, in an arch. */
export function Feature({ name, image, href }: FeatureProps) {
  return (
    <Row data-skip-in-text="true" style={{ width: '280px', maxWidth: '100%' }}>
      <Column align="center">
        <Link href={href}>
          <Picture arched name={name} src={image} tint="ground" width={280} />
        </Link>
      </Column>
    </Row>
  )
}

export function Price({ amount }: { amount: number }) {
  return (
    <div
      className="ink"
      style={{
        color: colour.ink,
        fontFamily: serif,
        fontSize: '24px',
        lineHeight: '32px',
        paddingBottom: '20px',
        textAlign: 'center',
      }}
    >
      {money(amount)}
    </div>
  )
}
