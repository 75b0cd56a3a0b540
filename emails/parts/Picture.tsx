import { Column, Img, Link, Row } from '@react-email/components'
import { colour, serif, useMoney, useShopUrl } from '../tokens.ts'

interface PictureProps {
  src: string | null | undefined
  name: string
  width: number
  arched?: boolean
  tint?: Tint
}

/** A product picture in 4:5, or the fallback image in its place. */
export function Picture({ src, name, width, arched, tint = tintOf(name) }: PictureProps) {
  const fallback = `${useShopUrl()}/no-picture.png`
  const height = Math.round(width * 1.25)
  const borderRadius = arched ? `${width / 2}px ${width / 2}px 14px 14px` : '10px'
  return (
    <Img
      alt={name}
      height={height}
      src={src || fallback}
      style={{
        backgroundColor: colour[tint],
        borderRadius,
        height: 'auto',
        maxWidth: '100%',
        objectFit: 'cover',
        aspectRatio: '4 / 5',
      }}
      width={width}
    />
  )
}

const tints = ['blush', 'sage', 'honey'] as const
type Tint = (typeof tints)[number] | 'ground'

const tintOf = (name: string): Tint => tints[(name.codePointAt(0) ?? 0) % tints.length] ?? 'blush'

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
  const formatMoney = useMoney()
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
      {formatMoney(amount)}
    </div>
  )
}
