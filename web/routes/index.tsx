import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { SectionBackground } from '#contract/content.ts'
import { putIntoCart } from '../features/cart/put-into-cart.ts'
import { CategoryButtons } from '../features/catalog/CategoryButtons.tsx'
import { ProductGrid, ProductGridSkeleton } from '../features/catalog/ProductGrid.tsx'
import { Hero } from '../features/content/Hero.tsx'
import { HomeSection } from '../features/content/HomeSection.tsx'
import { api } from '../lib/api.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

const FEATURED = 4
const featured = api.products.list.queryOptions({ input: { featured: true, limit: FEATURED } })

export const Route = createFileRoute('/')({
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.ensureQueryData(featured),
      queryClient.ensureQueryData(api.categories.list.queryOptions()),
      queryClient.ensureQueryData(api.banner_content.get.queryOptions()),
      queryClient.ensureQueryData(api.section_backgrounds.list.queryOptions()),
    ])
  },
  component: Home,
})

type SectionName = SectionBackground['section_name']
type SectionProps = { background: SectionBackground }

const SECTIONS: Partial<Record<SectionName, (props: SectionProps) => ReactNode>> = {
  banner: BannerSection,
  products: ProductsSection,
}

/** The owner decides the order of the sections. */
function Home() {
  const { data: sections } = useSuspenseQuery(api.section_backgrounds.list.queryOptions())
  return sections.map((background) => {
    const Section = SECTIONS[background.section_name]
    return Section && <Section key={background.section_name} background={background} />
  })
}

function BannerSection({ background }: SectionProps) {
  const { data: banner } = useSuspenseQuery(api.banner_content.get.queryOptions())
  return <Hero banner={banner} background={background} />
}

function ProductsSection({ background }: SectionProps) {
  const { data: categories } = useSuspenseQuery(api.categories.list.queryOptions())
  const [category, setCategory] = useState<string>()
  const [showAll, setShowAll] = useState(false)
  const filtered = category !== undefined || showAll
  const products = useQuery(
    filtered ? api.products.list.queryOptions({ input: { category } }) : featured,
  )
  const items = products.data?.items
  return (
    <HomeSection id="products" title="Featured Products" background={background}>
      <div className="mb-10">
        <CategoryButtons
          categories={categories}
          allLabel="All Categories"
          chosen={category}
          onChoose={setCategory}
        />
      </div>
      {items?.length === 0 && <EmptyState title="No products available yet" />}
      {items ? (
        <ProductGrid products={items} onAdd={putIntoCart} />
      ) : (
        <ProductGridSkeleton count={FEATURED} />
      )}
      {!filtered && products.data?.has_more && (
        <div className="mt-14 text-center">
          <Button look="outline" size="large" onClick={() => setShowAll(true)}>
            See More Products
          </Button>
        </div>
      )}
    </HomeSection>
  )
}
