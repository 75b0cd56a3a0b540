import type { Product } from '#contract/catalog.ts'
import type { ButtonLook } from '../../ui/Button.tsx'
import { Button } from '../../ui/Button.tsx'

type AddToCartButtonProps = ButtonLook & {
  product: Pick<Product, 'name' | 'stock'>
  onAdd: () => void
  className?: string
}

/** Stays pressable when sold out: pressing it says why nothing happens. */
export function AddToCartButton({ product, onAdd, look, ...rest }: AddToCartButtonProps) {
  const soldOut = product.stock <= 0
  const label = soldOut ? 'Out of stock' : 'Add to Cart'
  return (
    <Button
      {...rest}
      look={soldOut ? 'soft' : look}
      aria-label={`${label}: ${product.name}`}
      onClick={onAdd}
    >
      {label}
    </Button>
  )
}
