import { createFileRoute } from '@tanstack/react-router'
import { ShopAddressPage } from '../../admin/shop-address/ShopAddressPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/shop-address')({
  head: ({ matches }) => pageHead(matches, 'Shop Address'),
  component: ShopAddressPage,
})
