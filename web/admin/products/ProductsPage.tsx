import { useLocation, useNavigate } from '@tanstack/react-router'
import { Tabs } from '../../ui/Tabs.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { AddAttribute, AttributesTab } from './AttributesTab.tsx'
import { AddCategory, CategoriesTab } from './CategoriesTab.tsx'
import { ProductsActions, ProductsTab } from './ProductsTab.tsx'
import { ReviewsTab } from './ReviewsTab.tsx'

const TABS = [
  { name: 'products', label: 'Products', Panel: ProductsTab, Actions: ProductsActions },
  { name: 'categories', label: 'Categories', Panel: CategoriesTab, Actions: AddCategory },
  {
    name: 'attributes',
    label: 'Search and filters',
    Panel: AttributesTab,
    Actions: AddAttribute,
  },
  { name: 'reviews', label: 'Reviews', Panel: ReviewsTab, Actions: null },
] as const

type TabName = (typeof TABS)[number]['name']

/** The tab is in the URL; the first one is the screen itself. */
export function ProductsPage() {
  const search = useLocation().search as { tab?: unknown }
  const navigate = useNavigate()
  const tab = TABS.find(({ name }) => name === search.tab) ?? TABS[0]
  const choose = (name: TabName) =>
    void navigate({
      to: '/admin/products',
      search: (name === TABS[0].name ? {} : { tab: name }) as never,
    })
  return (
    <AdminPage help="products" wide title="Products" actions={tab.Actions && <tab.Actions />}>
      <Tabs<TabName> label="Catalogue" tabs={TABS} value={tab.name} onChange={choose}>
        <tab.Panel />
      </Tabs>
    </AdminPage>
  )
}
