import { Link, useLocation } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { useState } from 'react'
import { SearchField } from '../features/catalog/SearchField.tsx'

/** Where the bar has no room for a field, it opens below the bar. Without script it leads to the one of the products page. */
export function SearchButton() {
  const { pathname } = useLocation()
  const [openOn, setOpenOn] = useState<string>()
  // Another page closes it.
  const open = openOn === pathname
  const close = () => setOpenOn(undefined)
  const Icon = open ? X : Search
  return (
    <div className="xl:hidden">
      <Link
        to="/products"
        hash="search"
        aria-label="Search"
        aria-expanded={open}
        onClick={(event) => {
          event.preventDefault()
          setOpenOn(open ? undefined : pathname)
        }}
        className="grid size-11 place-items-center rounded-full transition-colors hover:bg-blush"
      >
        <Icon aria-hidden="true" className="size-[1.35rem]" strokeWidth={1.6} />
      </Link>
      {open && (
        <div className="absolute inset-x-0 top-full animate-appear border-line border-b bg-ground shadow-raised">
          <div className="page py-4">
            <SearchField autoFocus onLeave={close} />
          </div>
        </div>
      )}
    </div>
  )
}
