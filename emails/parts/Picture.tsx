import { Column, Img, Link, Row } from '@react-email/components'
import { useAccent } from '../accent.ts'
import { money } from '../format.ts'
import { colour, serif } from '../tokens.ts'

interface PictureProps {
  src: string | null | undefined
  name: string
  width: number
  arched?: boolean
  tint?: Tint
}

/** A product picture in 4:5, or its initial on a tint of the same size. */
export function Picture({ src, name, width, arched, tint = tintOf(name) }: PictureProps) {
  const height = Math.round(width * 1.25)
  const borderRadius = arched ? `${width / 2}px ${width / 2}px 14px 14px` : '10px'
  if (!src) return <Initial {...{ name, width, height, tint, borderRadius }} />
  return (
    <Img
      alt={name}
      height={height}
      src={src}
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

interface InitialProps {
  name: string
  width: number
  height: number
  tint: Tint
  borderRadius: string
}

function Initial({ name, width, height, tint, borderRadius }: InitialProps) {
  const { text } = useAccent()
  return (
    <table
      border={0}
      cellPadding={0}
      cellSpacing={0}
      data-skip-in-text="true"
      role="presentation"
      style={{ maxWidth: '100%', width: `${width}px` }}
    >
      <tbody>
        <tr>
          <td
            align="center"
            aria-hidden="true"
            className={`rose ${tint}`}
            height={height}
            style={{
              backgroundColor: colour[tint],
              borderRadius,
              color: text,
              fontFamily: serif,
              fontSize: `${Math.round(width * 0.36)}px`,
              fontStyle: 'italic',
              height: `${height}px`,
              lineHeight: '1',
            }}
          >
            {[...name.trim()][0]?.toUpperCase() ?? '·'}
          </td>
        </tr>
      </tbody>
    </table>
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
