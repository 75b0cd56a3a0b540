import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { SectionBackground } from '#contract/content.ts'
import { addToCart } from '../features/cart/cart.ts'
import { FeaturedProducts } from '../features/catalog/ProductList.tsx'
import { loadFeaturedProducts } from '../features/catalog/products-search.ts'
import { BeforeAfter } from '../features/home/BeforeAfter.tsx'
import { Hero } from '../features/home/Hero.tsx'
import { backgroundLook, HomeSection, type SectionLook } from '../features/home/HomeSection.tsx'
import { HERO_SIZES, shopData } from '../features/home/home-head.ts'
import { Testimonials } from '../features/home/Testimonials.tsx'
import { api } from '../lib/api.ts'
import { pageHead } from '../lib/page-head.ts'
import { pictureHint } from '../lib/pictures.ts'

export const Route = createFileRoute('/')({
  loader: async ({ context: { queryClient } }) => {
    const [banner, settings] = await Promise.all([
      queryClient.ensureQueryData(api.banner_content.get.queryOptions()),
      queryClient.ensureQueryData(api.site_settings.list.queryOptions()),
      queryClient.ensureQueryData(api.section_backgrounds.list.queryOptions()),
      queryClient.ensureQueryData(api.testimonials.list.queryOptions()),
      queryClient.ensureQueryData(api.before_after.list.queryOptions()),
      loadFeaturedProducts(queryClient),
    ])
    return { picture: banner.background_image_url, settings }
  },
  head: ({ matches, loaderData }) => {
    const settings = loaderData?.settings
    const head = pageHead(matches, 'Home', settings?.site_description, {
      title: settings?.site_title,
      picture: loaderData?.picture,
      data: (shop) => (settings ? shopData(settings, shop) : []),
    })
    return { ...head, links: [...head.links, ...pictureHint(loaderData?.picture, HERO_SIZES)] }
  },
  component: Home,
})

type SectionProps = { look: SectionLook }

const SECTIONS: Record<SectionBackground['section_name'], (props: SectionProps) => ReactNode> = {
  banner: BannerSection,
  products: ProductsSection,
  testimonials: TestimonialsSection,
  'before-after': BeforeAfterSection,
}

/** In the order that the owner chose. Each section hydrates on its own. */
function Home() {
  const { data: sections } = useSuspenseQuery(api.section_backgrounds.list.queryOptions())
  return sections.map((background) => {
    const Section = SECTIONS[background.section_name]
    return (
      <Suspense key={background.section_name}>
        <Section look={backgroundLook(background)} />
      </Suspense>
    )
  })
}

function BannerSection({ look }: SectionProps) {
  const { data: banner } = useSuspenseQuery(api.banner_content.get.queryOptions())
  return <Hero banner={banner} look={look} />
}

function ProductsSection({ look }: SectionProps) {
  return (
    <HomeSection id="products" title="Featured Products" look={look}>
      <FeaturedProducts onAdd={addToCart} />
    </HomeSection>
  )
}

function TestimonialsSection({ look }: SectionProps) {
  const { data: testimonials } = useSuspenseQuery(api.testimonials.list.queryOptions())
  if (testimonials.length === 0) return null
  return (
    <HomeSection id="testimonials" title="What Our Customers Say" look={look}>
      <Testimonials testimonials={testimonials} />
    </HomeSection>
  )
}

function BeforeAfterSection({ look }: SectionProps) {
  const { data: items } = useSuspenseQuery(api.before_after.list.queryOptions())
  if (items.length === 0) return null
  return (
    <HomeSection id="before-after" title="Before & After" look={look}>
      <BeforeAfter items={items} />
    </HomeSection>
  )
}
