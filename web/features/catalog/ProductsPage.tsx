import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import type { Category, SearchMatch } from '#contract/catalog.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
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

/** Says so when the answer is not quite to what was typed. */
export function SearchNote({ match }: { match: SearchMatch | null }) {
  if (!match || match.kind === 'as-typed') return null
  return (
    <p role="status" className="text-quiet">
      {match.kind === 'corrected' ? (
        <>
          Showing results for <strong className="font-semibold text-ink">{match.words}</strong>.
        </>
      ) : (
        'No product has all of these words. These come closest.'
      )}
    </p>
  )
}

type NothingFoundProps = { search: ProductsSearch; categories: readonly Category[] }

/** An empty shop says so; an empty answer shows the way on. */
export function NothingFound({ search, categories }: NothingFoundProps) {
  const { page: _, sort: __, ...narrowed } = search
  const isNarrowed = Object.values(narrowed).some((value) => value !== undefined)
  if (!isNarrowed) return <EmptyState title="No products available yet." />
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
            <ul aria-label="Categories to try" className="flex flex-wrap justify-center gap-x-4">
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
            </ul>
          )}
        </div>
      }
    />
  )
}
