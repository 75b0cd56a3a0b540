import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import type { ProductSummary } from '#contract/catalog.ts'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import { CategoryButtons } from './CategoryButtons.tsx'
import { featured, newest, oneMore, SHOWN_AT_FIRST } from './featured-queries.ts'
import { ProductGrid, ProductGridSkeleton } from './ProductGrid.tsx'
import { ProductList } from './ProductList.tsx'

type Props = { onAdd: (product: ProductSummary) => void }

/** Four products at first, those of one category if somebody wants; then all of them. */
export function FeaturedProducts({ onAdd }: Props) {
  const { data: categories } = useSuspenseQuery(api.categories.list.queryOptions())
  const [category, setCategory] = useState<string>()
  const [all, setAll] = useState(false)
  return (
    <div className="grid gap-10">
      <CategoryButtons
        categories={categories}
        allLabel="All Categories"
        chosen={category}
        onChoose={setCategory}
      />
      {all ? (
        <Suspense fallback={<ProductGridSkeleton count={SHOWN_AT_FIRST} />}>
          <ProductList key={category} query={{ category }} onAdd={onAdd} />
        </Suspense>
      ) : (
        <FirstProducts category={category} onAdd={onAdd}>
          <SeeMore onPress={() => setAll(true)} />
        </FirstProducts>
      )}
    </div>
  )
}

type FirstProductsProps = Props & { category: string | undefined; children: ReactNode }

function FirstProducts({ category, onAdd, children }: FirstProductsProps) {
  const { data: chosen } = useSuspenseQuery(featured)
  const isChosen = category === undefined && chosen.items.length > 0
  // The old ones stay until the new ones are there, so that nothing jumps.
  const asked = { placeholderData: keepPreviousData, enabled: !isChosen }
  const others = useQuery({ ...newest(category), ...asked })
  const more = useQuery({ ...oneMore(category), placeholderData: keepPreviousData })
  const products = isChosen ? chosen.items : others.data?.items
  if (!products) return <ProductGridSkeleton count={SHOWN_AT_FIRST} />
  if (products.length === 0) return <EmptyState title="No products available yet." />
  return (
    <>
      <ProductGrid products={products} onAdd={onAdd} />
      {more.data && more.data.items.length > 0 && children}
    </>
  )
}

/** Without script it leads to the products page. */
function SeeMore({ onPress }: { onPress: () => void }) {
  return (
    <form
      action="/products"
      className="mt-2 text-center"
      onSubmit={(event) => {
        event.preventDefault()
        onPress()
      }}
    >
      <Button type="submit" look="outline" size="large">
        See More Products
      </Button>
    </form>
  )
}
