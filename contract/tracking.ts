/** The visitor's answer about Google Analytics and Meta Pixel: `yes` or `no`. */
export const TRACKING_COOKIE = 'petal_tracking'

type Ids = { google_analytics_id?: string; meta_pixel_id?: string }

/**
 * The hosts that the services need, for pages of visitors who agreed. Google's are those of its guide to content
 * security policies: a visit is reported to a host of the region.
 */
export function trackingHosts({ google_analytics_id, meta_pixel_id }: Ids) {
  const google = google_analytics_id
    ? {
        script: ['https://*.googletagmanager.com'],
        connect: [
          'https://*.google-analytics.com',
          'https://*.analytics.google.com',
          'https://*.googletagmanager.com',
        ],
        picture: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
      }
    : undefined
  const meta = meta_pixel_id
    ? {
        script: ['https://connect.facebook.net'],
        connect: ['https://www.facebook.com', 'https://connect.facebook.net'],
        picture: ['https://www.facebook.com'],
      }
    : undefined
  const of = (kind: 'script' | 'connect' | 'picture') => [
    ...(google?.[kind] ?? []),
    ...(meta?.[kind] ?? []),
  ]
  return { script: of('script'), connect: of('connect'), picture: of('picture') }
}
