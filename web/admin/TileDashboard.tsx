import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Tabs } from '../ui/Tabs.tsx'
import { TABS, type Tab, TILES } from './tiles.ts'

const tabs = TABS.map((name) => ({ name, label: name }))

export function TileDashboard() {
  const [tab, setTab] = useState<Tab>('All')
  const tiles = TILES.filter((tile) => tab === 'All' || tile.tab === tab)
  return (
    <div className="page py-10 lg:py-14">
      <header className="mb-8 grid gap-2">
        <h1 className="text-title">Admin Dashboard</h1>
        <p className="text-quiet">Everything it takes to run the shop.</p>
      </header>
      <Tabs label="Areas" tabs={tabs} value={tab} onChange={setTab}>
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {tiles.map(({ to, name, text, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className="group flex h-full items-start gap-4 rounded-card border border-line bg-paper p-5 transition-[border-color,box-shadow] hover:border-rose/40 hover:shadow-raised"
              >
                <span className="grid size-11 shrink-0 place-items-center rounded-field bg-blush text-rose transition-colors group-hover:bg-rose group-hover:text-on-rose">
                  <Icon aria-hidden="true" className="size-5" strokeWidth={1.7} />
                </span>
                <span className="grid gap-1">
                  <span className="font-semibold leading-snug">{name}</span>
                  <span className="text-quiet text-sm leading-relaxed">{text}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Tabs>
    </div>
  )
}
