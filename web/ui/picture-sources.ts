const WIDTHS = [160, 320, 480, 640, 960, 1280, 1920]
const STORED = /^(\/files\/[\w-]+-(\d+)x(\d+))\.\w+$/

type Sources = { avif?: string; webp?: string; width?: number; height?: number }

/** A stored file tells its size in its name; smaller AVIF and WebP copies lie beside it. */
export function pictureSources(src: string): Sources {
  const [, stem, w, h] = STORED.exec(src) ?? []
  if (!stem) return {}
  const size = { width: Number(w), height: Number(h) }
  const widths = WIDTHS.filter((width) => width < size.width)
  if (widths.length === 0) return size
  const set = (type: string) =>
    widths.map((width) => `${stem}.${width}.${type} ${width}w`).join(', ')
  return { ...size, avif: set('avif'), webp: set('webp') }
}

/** Asks for a picture before the page that shows it is read; browsers without AVIF pass it over. */
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
