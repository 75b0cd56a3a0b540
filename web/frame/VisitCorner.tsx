import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import { useEffect, useState } from 'react'
import type { SiteSettings } from '#contract/content.ts'
import { productOfPath } from '#contract/visit-source.ts'
import { ConsentBanner } from '../features/visits/ConsentBanner.tsx'
import { cookieChoiceOpen, setCookieChoiceOpen } from '../features/visits/cookie-choice.ts'
import { createReports } from '../features/visits/report-visits.ts'
import { answerTracking, startTracking, trackingAnswer } from '../features/visits/tracking.ts'
import { api } from '../lib/api.ts'
import { followShop } from '../lib/shop-events.ts'

/** What counts visits: the shop itself, and the services that a visitor agreed to. */
export default function VisitCorner({ settings }: { settings: SiteSettings }) {
  const [report] = useState(() => (settings.count_visits ? createReports() : undefined))
  const hasServices = Boolean(settings.google_analytics_id || settings.meta_pixel_id)
  const [answer, setAnswer] = useState(() => (hasServices ? trackingAnswer() : 'no'))
  const [tracking] = useState(() =>
    hasServices && answer === 'yes' ? startTracking(settings) : undefined,
  )
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const shown = path ?? location.pathname
  const product = useProductOf(shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path is a page.
  useEffect(() => tracking?.page(), [shown, tracking])
  // biome-ignore lint/correctness/useExhaustiveDependencies: fresh data of the same product is no other view.
  useEffect(() => {
    if (!product) return
    report?.('view', product.id)
    tracking?.view(product)
  }, [product?.id, report, tracking])
  useEffect(
    () =>
      followShop((event) => {
        if (event.type === 'cart') report?.('cart', event.item.id)
        if (event.type === 'checkout') report?.('checkout')
        tracking?.follow(event)
      }),
    [report, tracking],
  )
  const asked = useSelector(cookieChoiceOpen)
  if (!hasServices || (answer && !asked)) return null
  return (
    <ConsentBanner
      settings={settings}
      onAnswer={(given) => {
        answerTracking(given)
        setAnswer(given)
        setCookieChoiceOpen(false)
        // The policy of this page is still the other one; what was loaded stays until then.
        if (given === 'yes' || tracking) location.reload()
      }}
    />
  )
}

/** The product whose page is shown, once it has loaded. */
function useProductOf(path: string) {
  const queryClient = useQueryClient()
  const id = productOfPath(path)
  const { queryKey } = api.products.get.queryOptions({ input: { id: id ?? '' } })
  return id === null ? undefined : queryClient.getQueryData(queryKey)
}
