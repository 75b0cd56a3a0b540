import { KEY_AREAS, type KeyArea, type KeyScope } from '#contract/key-scopes.ts'

export const AREAS: Record<KeyArea, { name: string; text: string }> = {
  orders: { name: 'Orders', text: 'Orders, returns and parcels, with names and addresses' },
  refunds: { name: 'Refunds', text: 'Give money back' },
  products: { name: 'Products', text: 'Catalogue, prices, categories' },
  stock: { name: 'Stock', text: 'How many there are, and the list of products' },
  coupons: { name: 'Coupons', text: 'Discount codes' },
  customers: { name: 'Customers', text: 'Names, addresses and what they bought' },
  reviews: { name: 'Reviews', text: 'Hide and answer' },
  contact: { name: 'Contact messages', text: 'What visitors wrote' },
  marketing: { name: 'Marketing', text: 'Campaigns, which mail many people' },
  content: { name: 'Content', text: 'Pages, banner and stories' },
  figures: { name: 'Figures', text: 'Sales and what they are made of' },
}

export const KEY_AREA_LIST = Object.keys(KEY_AREAS) as KeyArea[]

const RIGHT_WORDS = { read: 'read', write: 'read and change' } as const

/** `Orders: read`. Refunds can only be made. */
export function scopeText(scope: KeyScope): string {
  const [area, right] = scope.split(':') as [KeyArea, 'read' | 'write']
  return area === 'refunds' ? AREAS.refunds.name : `${AREAS[area].name}: ${RIGHT_WORDS[right]}`
}
