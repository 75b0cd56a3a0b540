import { ChevronRight } from 'lucide-react'
import type { Product } from '#contract/catalog.ts'
import { PRODUCT_SECTION_NAMES, PRODUCT_SECTIONS } from '#contract/product-sections.ts'

/** What the owner wrote beside the description, folded. Opens without script, too. */
export function ProductSections({ product }: { product: Product }) {
  const filled = PRODUCT_SECTION_NAMES.filter((name) => product[name])
  if (filled.length === 0) return null
  return (
    <div className="divide-y divide-line border-line border-y">
      {filled.map((name) => (
        <details key={name} className="group">
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 font-medium hover:text-rose [&::-webkit-details-marker]:hidden">
            {PRODUCT_SECTIONS[name]}
            <ChevronRight
              aria-hidden="true"
              className="size-5 shrink-0 rotate-90 transition-transform group-open:-rotate-90"
            />
          </summary>
          <p className="wrap-anywhere whitespace-pre-line pb-5 text-[0.9375rem] text-quiet leading-relaxed">
            {product[name]}
          </p>
        </details>
      ))}
    </div>
  )
}
