import type { SiteSettings } from '#contract/content.ts'
import { Button } from '../../ui/Button.tsx'

const nameServices = ({ google_analytics_id, meta_pixel_id }: SiteSettings) =>
  [google_analytics_id && 'Google Analytics', meta_pixel_id && 'Meta Pixel']
    .filter(Boolean)
    .join(' and ')

type ConsentBannerProps = { settings: SiteSettings; onAnswer: (answer: 'yes' | 'no') => void }

/** Both answers are as easy to give. */
export function ConsentBanner({ settings, onAnswer }: ConsentBannerProps) {
  return (
    <section
      aria-label="Cookies"
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-40 border-line border-t bg-ground/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md"
    >
      <div className="page flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
        <p className="min-w-64 flex-1 text-[0.9375rem] leading-snug">
          May {nameServices(settings)} follow your visit with cookies? It shows us which pages and
          advertisements are useful. The shop works the same without.
        </p>
        <div className="flex flex-wrap gap-2.5">
          <Button look="outline" size="narrow" onClick={() => onAnswer('no')}>
            Decline
          </Button>
          <Button look="outline" size="narrow" onClick={() => onAnswer('yes')}>
            Accept
          </Button>
        </div>
      </div>
    </section>
  )
}
