import type { ReactNode } from 'react'
import type { SiteSettings } from '#contract/content.ts'
import { Picture } from '../ui/Picture.tsx'

type BrandProps = { settings: SiteSettings; children: ReactNode }

/** The owner's logo, or else the flower and name inside it. */
export function Brand({ settings: { logo_url, site_title = '' }, children }: BrandProps) {
  if (!logo_url) return children
  return <Picture src={logo_url} alt={site_title} sizes="200px" className="logo" />
}
