import type { CSSProperties } from 'react'
import type { Banner } from '#contract/content.ts'

type Shape = Exclude<Banner['shape_type'], 'none'>

const WIDTH = 1440
const HEIGHT = 80
const TEETH = 24

/** The lower edge of the banner: what lies above the line belongs to it. */
const EDGES: Record<Shape, string> = {
  wave: `C240,${HEIGHT + 26} 460,${HEIGHT - 4} 720,${HEIGHT / 2} S1210,-26 ${WIDTH},30`,
  curve: `Q${WIDTH / 2},${HEIGHT * 2} ${WIDTH},0`,
  diagonal: `L0,${HEIGHT} L${WIDTH},0`,
  zigzag: zigzag(),
}

const STARTS: Record<Shape, number> = { wave: 34, curve: 0, diagonal: HEIGHT, zigzag: HEIGHT }

function zigzag(): string {
  const tooth = WIDTH / TEETH
  return Array.from({ length: TEETH }, (_, n) => {
    const x = n * tooth
    return `L${x + tooth / 2},${HEIGHT * 0.55} L${x + tooth},${HEIGHT}`
  }).join(' ')
}

export const heroShapePath = (shape: Shape) =>
  `M0,0 L0,${STARTS[shape]} ${EDGES[shape]} L${WIDTH},0 Z`

const DEPTH = 'clamp(2rem, 5vw, 4.5rem)'

/**
 * Cuts the banner along the drawing, and pulls the next section up under the cut: whatever ground that
 * section has shows through.
 */
export function heroShapeStyle(shape: Banner['shape_type']): CSSProperties {
  if (shape === 'none') return {}
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${WIDTH} ${HEIGHT}' preserveAspectRatio='none'>` +
    `<path d='${heroShapePath(shape)}'/></svg>`
  const above = `linear-gradient(#000,#000) 0 0/100% calc(100% - ${DEPTH} + 1px) no-repeat`
  const edge = `url("data:image/svg+xml,${encodeURIComponent(svg)}") 0 100%/100% ${DEPTH} no-repeat`
  return { mask: `${above}, ${edge}`, marginBottom: `calc(-1 * ${DEPTH})` }
}
