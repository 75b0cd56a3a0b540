import { useLocation, useNavigate } from '@tanstack/react-router'
import { Tabs } from '../../ui/Tabs.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { useRights } from '../kit/rights.tsx'
import { AddAttribute, AttributesTab } from './AttributesTab.tsx'
import { AddCategory, CategoriesTab } from './CategoriesTab.tsx'
import { ProductsActions, ProductsTab } from './ProductsTab.tsx'
import { ReviewsTab } from './ReviewsTab.tsx'

const TABS = [
  {
    name: 'products',
    label: 'Products',
    area: 'stock',
    Panel: ProductsTab,
    Actions: ProductsActions,
  },
  {
    name: 'categories',
    label: 'Categories',
    area: 'products',
    Panel: CategoriesTab,
    Actions: AddCategory,
  },
  {
    name: 'attributes',
    area: 'products',
    label: 'Search and filters',
    Panel: AttributesTab,
    Actions: AddAttribute,
  },
  { name: 'reviews', label: 'Reviews', area: 'reviews', Panel: ReviewsTab, Actions: null },
] as const

type TabName = (typeof TABS)[number]['name']

/** The tab is in the URL; the first one is the screen itself. */
export function ProductsPage() {
  const search = useLocation().search as { tab?: unknown }
  const navigate = useNavigate()
  const may = useRights()
  const tabs = TABS.filter(({ area }) => may(area))
  const tab = tabs.find(({ name }) => name === search.tab) ?? tabs[0]
  const choose = (name: TabName) =>
    void navigate({
      to: '/admin/products',
      search: name === TABS[0].name ? {} : { tab: name },
    })
  if (!tab) return null
  const isReviewsAlone = !may('stock')
  return (
    <AdminPage
      help={isReviewsAlone ? 'reviews' : 'products'}
      wide
      title={isReviewsAlone ? 'Reviews' : 'Products'}
      actions={tab.Actions && <tab.Actions />}
    >
      {tabs.length === 1 ? (
        <tab.Panel />
      ) : (
        <Tabs<TabName> label="Catalogue" tabs={tabs} value={tab.name} onChange={choose}>
          <tab.Panel />
        </Tabs>
      )}
    </AdminPage>
  )
}
