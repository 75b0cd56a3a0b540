import type { SiteSettings } from '#contract/content.ts'
import { absoluteUrl, type SchemaThing, type SiteInfo } from '../../lib/page-head.ts'

/** How wide the picture of the banner is shown. */
export const HERO_SIZES = '(min-width: 48rem) 1120px, 160vw'

/** The shop and its search, as schema.org data for search engines. */
export function shopData(settings: SiteSettings, shop: SiteInfo): SchemaThing[] {
  const home = absoluteUrl(shop, '/')
  const { instagram_url = '', facebook_url = '', twitter_url = '' } = settings
  const profiles = [instagram_url, facebook_url, twitter_url]
  return [
    {
      '@type': 'Organization',
      name: shop.site_title,
      description: shop.site_description,
      url: home,
      logo: absoluteUrl(shop, '/favicon.svg'),
      email: settings.support_email ?? '',
      telephone: settings.contact_phone ?? '',
      sameAs: profiles.filter((url) => url !== ''),
    },
    {
      '@type': 'WebSite',
      name: shop.site_title,
      url: home,
      potentialAction: {
        '@type': 'SearchAction',
        target: {
          '@type': 'EntryPoint',
          urlTemplate: absoluteUrl(shop, '/products?q={search_term_string}'),
        },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}
