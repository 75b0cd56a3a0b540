import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SiteSettings } from '#contract/content.ts'
import { productOfPath } from '#contract/visit-source.ts'
import { createReports } from '../features/visits/report-visits.ts'
import { api } from '../lib/api.ts'
import { followShop } from '../lib/shop-events.ts'

/** Shows nothing: it reports to the shop what visitors do. */
export default function VisitCorner({ settings }: { settings: SiteSettings }) {
  const [report] = useState(() => (settings.count_visits ? createReports() : undefined))
  const product = useShownProduct()
  useEffect(() => {
    if (product) report?.('view', product.id)
  }, [product, report])
  useEffect(
    () =>
      followShop((event) => {
        if (event.type === 'cart') report?.('cart', event.item.id)
        if (event.type === 'checkout') report?.('checkout')
      }),
    [report],
  )
  return null
}

/** The product whose page is shown, once it has loaded. */
function useShownProduct() {
  const queryClient = useQueryClient()
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const id = productOfPath(path ?? location.pathname)
  const { queryKey } = api.products.get.queryOptions({ input: { id: id ?? '' } })
  return id === null ? undefined : queryClient.getQueryData(queryKey)
}
