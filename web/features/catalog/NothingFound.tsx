import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import type { Category } from '#contract/catalog.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import type { ProductsSearch } from './products-search.ts'

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
