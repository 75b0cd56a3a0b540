import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import type { Category, ProductSummary } from '#contract/catalog.ts'
import { api } from '../../lib/api.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { CategoryButtons } from './CategoryButtons.tsx'
import { NoProducts, ProductList } from './ProductList.tsx'
import { ActiveFilters, ProductsToolbar } from './ProductsToolbar.tsx'
import { categories as categoriesQuery, type ProductsSearch } from './products-search.ts'
import { SearchField } from './SearchField.tsx'

type ProductsPageProps = {
  search: ProductsSearch
  onSearch: (search: ProductsSearch) => void
  /** Called with the number of pages that the list has from now on. */
  onMore: (pages: number) => void
  onAdd: (product: ProductSummary) => void
}

export function ProductsPage({ search, onSearch, onMore, onAdd }: ProductsPageProps) {
  const { data: categories = [] } = useQuery(categoriesQuery(api))
  return (
    <>
      <Hero search={search} categories={categories} />
      <div className="page grid gap-3 pt-1 pb-24 sm:gap-8 sm:pt-8 lg:pt-10">
        <div className="grid grid-cols-1 gap-2 sm:gap-5">
          {/* On a phone the filters in use and the categories share one line, which scrolls. */}
          <div className="scroll-strip -mx-5 flex items-center gap-2 px-5 *:shrink-0 sm:contents">
            <div className="empty:hidden max-sm:[&>ul]:flex-nowrap sm:order-last">
              <ActiveFilters search={search} />
            </div>
            <CategoryButtons
              categories={categories}
              allLabel="All Products"
              chosen={search.category}
              search={search}
              onChoose={(category) => onSearch({ ...search, category, page: undefined })}
              className="max-sm:mx-0 max-sm:overflow-visible max-sm:px-0"
            />
          </div>
          <ProductsToolbar search={search} onChange={onSearch} />
        </div>
        <h2 className="sr-only">Products</h2>
        <ProductList
          query={search}
          onAdd={onAdd}
          onMore={onMore}
          eagerPictures={2}
          empty={<NothingFound search={search} categories={categories} />}
        />
      </div>
    </>
  )
}

type HeroProps = { search: ProductsSearch; categories: readonly Category[] }

function Hero({ search, categories }: HeroProps) {
  const chosen = categories.find(({ name }) => name === search.category)
  const title = search.q ? `Results for “${search.q}”` : (chosen?.name ?? 'Our Products')
  return (
    <header className="preset-pink-products">
      {/* On a phone it is low, so that the products begin early; there the bar has the search. */}
      <div className="page grid max-w-3xl pt-2.5 sm:justify-items-center sm:gap-4 sm:pt-12 sm:pb-2 sm:text-center lg:pt-20 lg:pb-6">
        <h1 className="max-w-full break-words text-section sm:text-title">{title}</h1>
        {!search.q && (
          <p className="line-clamp-1 max-w-xl text-quiet sm:line-clamp-none sm:text-lg sm:leading-relaxed">
            {chosen?.description ??
              'Small batches, short ingredient lists, and a clear reason for every bottle.'}
          </p>
        )}
        {/* From xl up the bar has its own search field. */}
        <div
          id="search"
          className="mt-2 hidden w-full max-w-md text-left sm:block noscript:block xl:hidden"
        >
          <SearchField key={search.q} initial={search.q} />
        </div>
      </div>
    </header>
  )
}

function NothingFound({ search, categories }: HeroProps) {
  const { page: _, sort: __, ...filters } = search
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  if (!isFiltered) return <NoProducts />
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" strokeWidth={1.4} />}
      title={search.q ? `Nothing found for “${search.q}”` : 'Nothing matches these filters'}
      text={
        search.q
          ? 'Try fewer or other words, such as an ingredient or a kind of product.'
          : 'Take one off, or have a look at everything.'
      }
      action={
        <div className="grid justify-items-center gap-5">
          <Link to="/products" className={buttonStyle()}>
            See all products
          </Link>
          {search.q && (
            <NamedList label="Categories to try" className="flex flex-wrap justify-center gap-x-4">
              {categories.slice(0, 6).map(({ id, name }) => (
                <li key={id}>
                  <Link
                    to="/products"
                    search={{ category: name }}
                    className="inline-flex min-h-11 items-center text-rose underline decoration-rose/35 underline-offset-4 hover:decoration-rose"
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </NamedList>
          )}
        </div>
      }
    />
  )
}
