import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
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
import { loadOptional } from '../lib/query-client.ts'

export const Route = createFileRoute('/')({
  staticData: { listsProducts: true },
  loader: async ({ context: { api, queryClient } }) => {
    const [banner, settings] = await Promise.all([
      loadOptional(queryClient, api.banner_content.get.queryOptions()),
      queryClient.ensureQueryData(api.site_settings.list.queryOptions()),
      loadOptional(queryClient, api.section_backgrounds.list.queryOptions()),
      loadOptional(queryClient, api.testimonials.list.queryOptions()),
      loadOptional(queryClient, api.before_after.list.queryOptions()),
      loadFeaturedProducts(api, queryClient),
    ])
    return { picture: banner?.background_image_url, settings }
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

const DEFAULT_ORDER = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]

/** In the order that the owner chose. Each section hydrates on its own. */
function Home() {
  const { data: backgrounds } = useQuery(api.section_backgrounds.list.queryOptions())
  const order = backgrounds?.map(({ section_name }) => section_name) ?? DEFAULT_ORDER
  return order.map((name) => {
    const Section = SECTIONS[name]
    const background = backgrounds?.find(({ section_name }) => section_name === name)
    return (
      <Suspense key={name}>
        <Section look={backgroundLook(background)} />
      </Suspense>
    )
  })
}

function BannerSection({ look }: SectionProps) {
  const { data: settings } = useSuspenseQuery(api.site_settings.list.queryOptions())
  const { data: banner } = useQuery(api.banner_content.get.queryOptions())
  if (!banner) return <h1 className="sr-only">{settings.site_title}</h1>
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
  const { data: testimonials } = useQuery(api.testimonials.list.queryOptions())
  if (!testimonials?.length) return null
  return (
    <HomeSection id="testimonials" title="What Our Customers Say" look={look}>
      <Testimonials testimonials={testimonials} />
    </HomeSection>
  )
}

function BeforeAfterSection({ look }: SectionProps) {
  const { data: items } = useQuery(api.before_after.list.queryOptions())
  if (!items?.length) return null
  return (
    <HomeSection id="before-after" title="Before & After" look={look}>
      <BeforeAfter items={items} />
    </HomeSection>
  )
}
