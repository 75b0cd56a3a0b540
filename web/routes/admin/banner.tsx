import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Banner } from '#contract/content.ts'
import { BannerPage } from '../../admin/banner/BannerPage.tsx'
import { Hero } from '../../features/home/Hero.tsx'
import { backgroundLook } from '../../features/home/HomeSection.tsx'
import { api } from '../../lib/api.ts'
import { headWithTitle } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/banner')({
  head: headWithTitle('Banner'),
  component: () => <BannerPage preview={(banner) => <HeroPreview banner={banner} />} />,
})

/** The hero as the home page shows it, with the beginning of the next section, which the shape cuts into. */
function HeroPreview({ banner }: { banner: Banner }) {
  const { data: backgrounds = [] } = useQuery(api.section_backgrounds.list.queryOptions())
  const place = backgrounds.findIndex(({ section_name }) => section_name === 'banner')
  const next = backgroundLook(backgrounds[place + 1])
  return (
    <>
      <Hero banner={banner} look={backgroundLook(backgrounds[place])} />
      <div className={`h-32 ${next.className}`} style={next.style} />
    </>
  )
}
