import { type RefObject, useEffect, useState } from 'react'
import type { Product } from '#contract/catalog.ts'
import { formatMoney } from '../../lib/format.ts'
import { AddToCartButton } from './AddToCartButton.tsx'

type StickyAddProps = {
  product: Product
  onAdd: () => void
  /** Shown while this is out of view. */
  whenUnseen: RefObject<Element | null>
}

/** On phones, Add to Cart stays within reach of the thumb. */
export function StickyAdd({ product, onAdd, whenUnseen }: StickyAddProps) {
  if (!useUnseen(whenUnseen)) return null
  return (
    <div
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-30 flex animate-lift items-center gap-4 border-line border-t bg-ground/95 px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-md lg:hidden"
    >
      <p className="grid min-w-0 flex-1 leading-snug">
        <span className="truncate font-medium text-[0.9375rem]">{product.name}</span>
        <span className="tabular-nums">{formatMoney(product.price)}</span>
      </p>
      <AddToCartButton product={product} onAdd={onAdd} className="shrink-0" />
    </div>
  )
}

function useUnseen(target: RefObject<Element | null>): boolean {
  const [unseen, setUnseen] = useState(false)
  useEffect(() => {
    if (!target.current) return
    const observer = new IntersectionObserver(([entry]) =>
      setUnseen(entry?.isIntersecting === false),
    )
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target])
  return unseen
}
