import { offeredWidths } from '#contract/pictures.ts'

const STORED = /^(\/files\/[\w-]+-(\d+)x(\d+))\.\w+$/

type Sources = { avif?: string; webp?: string; width?: number; height?: number }

// A page has dozens of pictures, and the server renders the same ones again and again.
const cached = new Map<string, Sources>()
const MOST_CACHED = 1000

/** The name of a stored file contains its size in pixels; smaller AVIF and WebP copies lie beside it. */
export function pictureSources(src: string): Sources {
  const known = cached.get(src)
  if (known) return known
  if (cached.size >= MOST_CACHED) cached.clear()
  const sources = readSources(src)
  cached.set(src, sources)
  return sources
}

function readSources(src: string): Sources {
  const [, stem, w, h] = STORED.exec(src) ?? []
  if (!stem) return {}
  const size = { width: Number(w), height: Number(h) }
  const widths = offeredWidths(size.width)
  if (widths.length === 0) return size
  const set = (type: string) =>
    widths.map((width) => `${stem}.${width}.${type} ${width}w`).join(', ')
  return { ...size, avif: set('avif'), webp: set('webp') }
}

/** Preloads a picture; browsers without AVIF ignore the hint. */
export function pictureHint(src: string | null | undefined, sizes: string) {
  const { avif } = src ? pictureSources(src) : {}
  if (!avif) return []
  return [
    {
      rel: 'preload',
      as: 'image',
      type: 'image/avif',
      imageSrcSet: avif,
      imageSizes: sizes,
      fetchPriority: 'high',
    } as const,
  ]
}
