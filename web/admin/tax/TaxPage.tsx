import { useLocation, useNavigate } from '@tanstack/react-router'
import { Tabs } from '../../ui/Tabs.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { RatesActions, RatesTab } from './RatesTab.tsx'
import { ReportTab } from './ReportTab.tsx'

const TABS = [
  { name: 'rates', label: 'Rates', Panel: RatesTab, Actions: RatesActions },
  { name: 'report', label: 'Report', Panel: ReportTab, Actions: null },
] as const

type TabName = (typeof TABS)[number]['name']

/** The tab is in the URL; the first one is the screen itself. */
export function TaxPage() {
  const search = useLocation().search as { tab?: unknown }
  const navigate = useNavigate()
  const tab = TABS.find(({ name }) => name === search.tab) ?? TABS[0]
  const choose = (name: TabName) =>
    void navigate({
      to: '/admin/tax',
      search: name === TABS[0].name ? {} : { tab: name },
    })
  return (
    <AdminPage help="tax" wide title="Tax" actions={tab.Actions && <tab.Actions />}>
      <Tabs<TabName> label="Tax" tabs={TABS} value={tab.name} onChange={choose}>
        <tab.Panel />
      </Tabs>
    </AdminPage>
  )
}
