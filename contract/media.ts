import type { RateLimit } from './policy.ts'
import type { Area } from './rights.ts'

/** `POST /api/media?purpose=review`, multipart, one file. No procedure: its body is streamed. */
export const UPLOAD_PATH = '/api/media'

export const UPLOAD_PURPOSES = [
  'review',
  'product',
  'banner',
  'testimonial',
  'before-after',
  'logo',
  'return',
] as const
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]

type UploadRule = {
  /** For whom; null: for every account. */
  area: Area | null
  /** Instead: those who can open the order that the file is about, guests included. Such a file is private. */
  by_order?: true
  /** MP4 and WebM as well as pictures. */
  video: boolean
  /** For each user or order. */
  limit: RateLimit
  /** What the files of one user or order may take in a day, as they are stored. */
  daily_bytes: number
}

const MB = 1024 * 1024

const HOUR_SECONDS = 3600
const inArea = (area: Area): UploadRule => ({
  area,
  video: false,
  limit: { calls: 600, per_seconds: HOUR_SECONDS },
  // The pictures of a whole catalogue.
  daily_bytes: 5120 * MB,
})

/** Who may upload what, and how often. */
export const UPLOAD_RULES: Record<UploadPurpose, UploadRule> = {
  review: {
    area: null,
    video: true,
    limit: { calls: 40, per_seconds: HOUR_SECONDS },
    daily_bytes: 250 * MB,
  },
  product: inArea('products'),
  banner: inArea('content'),
  testimonial: inArea('content'),
  'before-after': inArea('content'),
  logo: inArea('settings'),
  return: {
    area: null,
    by_order: true,
    video: false,
    limit: { calls: 20, per_seconds: 24 * HOUR_SECONDS },
    daily_bytes: 40 * MB,
  },
}

export const LARGEST_IMAGE_BYTES = 5 * MB
export const LARGEST_VIDEO_BYTES = 25 * MB
export const MOST_MEGAPIXELS = 24
/** In pixels. WebP, in which pages show pictures, ends at 16,383. */
export const LONGEST_SIDE = 16_000

export const IMAGE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
] as const
export const VIDEO_TYPES = ['video/mp4', 'video/webm'] as const
export type MediaType = (typeof IMAGE_TYPES)[number] | (typeof VIDEO_TYPES)[number]

/** The answer to an upload. A file that nothing uses is deleted after a day. */
export type UploadedFile = {
  url: string
  type: MediaType
  bytes: number
  /** Null for videos. */
  width: number | null
  height: number | null
}

/** Shown until a video plays. */
export const VIDEO_POSTER_URL = '/video-poster.svg'

/** Names of stored videos contain "video", those of pictures never do. */
export const isVideoUrl = (url: string) => url.includes('video') || url.endsWith('.mp4')
