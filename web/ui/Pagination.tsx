import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './Button.tsx'

const step = 'px-4! sm:px-6!'

type PaginationProps = { page: number; hasMore: boolean; onPage: (page: number) => void }

export function Pagination({ page, hasMore, onPage }: PaginationProps) {
  if (page === 1 && !hasMore) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-2 sm:gap-4">
      <Button
        look="outline"
        className={step}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft aria-hidden="true" className="size-4" />
        Previous
      </Button>
      <span className="whitespace-nowrap text-quiet tabular-nums">Page {page}</span>
      <Button look="outline" className={step} disabled={!hasMore} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </nav>
  )
}
