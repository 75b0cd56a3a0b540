import { Img } from '@react-email/components'
import { colour, serif } from '../tokens.ts'

interface PictureProps {
  src: string | null | undefined
  name: string
  width: number
  /** An arch, as in a niche, for a picture that stands alone. */
  arched?: boolean
  tint?: Tint
}

/** A product in 4:5. Without a picture, its initial on a soft tint takes the same place. */
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
              color: colour.rose,
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
