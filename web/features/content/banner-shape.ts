import type { Banner } from '#contract/content.ts'

type Shape = Banner['shape_type']

const DEPTH = 'min(5vw, 4.5rem)'
const TEETH = 28

/** How far the lower edge lies above the bottom, from left (0) to right (1), as a share of the depth. */
const EDGES: Record<Exclude<Shape, 'none'>, { points: number; rise: (t: number) => number }> = {
  wave: { points: 48, rise: (t) => 0.5 + 0.5 * Math.sin(2 * Math.PI * (t * 1.25 + 0.1)) },
  curve: { points: 32, rise: (t) => (2 * t - 1) ** 2 },
  diagonal: { points: 1, rise: (t) => t },
  zigzag: { points: TEETH, rise: (t) => (Math.round(t * TEETH) % 2) * 0.4 },
}

/** Cuts the banner's lower edge, so that whatever lies below shows through. */
export function bannerClip(shape: Shape): string | undefined {
  if (shape === 'none') return undefined
  const { points, rise } = EDGES[shape]
  const edge = Array.from({ length: points + 1 }, (_, n) => {
    const t = 1 - n / points
    return `${(t * 100).toFixed(2)}% calc(100% - ${rise(t).toFixed(3)} * ${DEPTH})`
  })
  return `polygon(0 0, 100% 0, ${edge.join(', ')})`
}

/** How far the next section reaches under the cut. */
export const bannerOverlap = (shape: Shape): string => (shape === 'none' ? '0px' : DEPTH)
