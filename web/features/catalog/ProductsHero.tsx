import type { Category } from '#contract/catalog.ts'
import type { ProductsSearch } from './products-search.ts'
import { SearchField } from './SearchField.tsx'

type ProductsHeroProps = { search: ProductsSearch; categories: readonly Category[] }

export function ProductsHero({ search, categories }: ProductsHeroProps) {
  const chosen = categories.find(({ name }) => name === search.category)
  const title = search.q ? `Results for “${search.q}”` : (chosen?.name ?? 'Our Products')
  return (
    <header className="preset-pink-products">
      <div className="page grid max-w-3xl justify-items-center gap-4 pt-12 pb-2 text-center lg:pt-20 lg:pb-6">
        <h1 className="max-w-full break-words text-title">{title}</h1>
        {!search.q && (
          <p className="max-w-xl text-lg text-quiet leading-relaxed">
            {chosen?.description ??
              'Small batches, short ingredient lists, and a clear reason for every bottle.'}
          </p>
        )}
        {/* Where the bar has room for its own field, that one is enough. */}
        <div id="search" className="mt-2 w-full max-w-md text-left xl:hidden">
          <SearchField key={search.q} initial={search.q} />
        </div>
      </div>
    </header>
  )
}
