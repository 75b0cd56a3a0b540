import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './Button.tsx'

type PaginationProps = { page: number; hasMore: boolean; onPage: (page: number) => void }

export function Pagination({ page, hasMore, onPage }: PaginationProps) {
  if (page === 1 && !hasMore) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-2 sm:gap-4">
      <Button look="outline" size="narrow" disabled={page === 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" className="size-4" />
        Previous
      </Button>
      <span className="whitespace-nowrap text-quiet tabular-nums">Page {page}</span>
      <Button look="outline" size="narrow" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </nav>
  )
}
