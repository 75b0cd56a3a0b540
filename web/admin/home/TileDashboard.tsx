import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { HelpLine } from '../kit/AdminPage.tsx'
import { countsOf, SetupWarnings, shortCount, useFigures } from '../kit/figures.tsx'
import { SCREENS, type Screen, TABS, type Tab } from '../kit/screens.ts'
import { SetupGuide, setupOptions } from './SetupGuide.tsx'

const tabs = TABS.map((name) => ({ name, label: name }))

export function TileDashboard() {
  const isLoading = useIsLoading()
  return (
    <div className="mx-auto max-w-[75rem]">
      <header className="mb-6 flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-section">Admin Dashboard</h1>
          <HelpLine name="home" />
        </div>
        <Link
          to="/admin/changes"
          className="text-rose text-sm underline decoration-rose/35 underline-offset-4 hover:decoration-rose"
        >
          Who changed what
        </Link>
      </header>
      {isLoading ? (
        <Loading />
      ) : (
        <>
          <SetupGuide />
          <SetupWarnings />
          <Tiles />
        </>
      )}
    </div>
  )
}

/** Guide and warnings stand above the tiles, so all of them appear together: nothing moves under a finger. */
function useIsLoading() {
  const figures = useQuery(api.insights.figures.queryOptions())
  const setup = useQuery(setupOptions())
  const ownership = useQuery(api.ownership.read.queryOptions())
  return [figures, setup, ownership].some(({ isPending }) => isPending)
}

function Loading() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-96" />
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {SCREENS.slice(0, 6).map(({ to }) => (
          <Skeleton key={to} className="h-28" />
        ))}
      </div>
    </div>
  )
}

function Tiles() {
  const [tab, setTab] = useState<Tab>('All')
  const figures = useFigures()
  const screens = SCREENS.filter((screen) => tab === 'All' || screen.tab === tab)
  return (
    <Tabs label="Areas" tabs={tabs} value={tab} onChange={setTab}>
      <NamedList label="Screens" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {screens.map((screen) => (
          <Tile key={screen.to} screen={screen} counts={countsOf(screen.to, figures)} />
        ))}
      </NamedList>
    </Tabs>
  )
}

type TileProps = { screen: Screen; counts: ReturnType<typeof countsOf> }

/** The whole tile leads to its screen; a count leads to the rows that it counts. */
function Tile({ screen: { to, name, text, Icon }, counts }: TileProps) {
  return (
    <li className="group relative flex items-start gap-4 rounded-card border border-line bg-paper p-5 transition-[border-color,box-shadow] hover:border-rose/40 hover:shadow-raised">
      <span className="grid size-11 shrink-0 place-items-center rounded-field bg-blush text-rose transition-colors group-hover:bg-rose group-hover:text-on-rose">
        <Icon aria-hidden="true" className="size-5" strokeWidth={1.7} />
      </span>
      <div className="grid gap-1">
        <Link
          to={to}
          className="font-semibold leading-snug after:absolute after:inset-0 after:rounded-card"
        >
          {name}
        </Link>
        <p className="text-quiet text-sm leading-relaxed">{text}</p>
        {counts.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-1.5">
            {counts.map(({ figure, n, text: what, search, tone }) => (
              <Link key={figure} to={to} search={search as never} className="relative rounded-full">
                <Badge tone={tone}>
                  {shortCount(n)} {what}
                </Badge>
              </Link>
            ))}
          </p>
        )}
      </div>
    </li>
  )
}
