import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { HelpLine } from '../kit/AdminPage.tsx'
import { countsOf, SetupWarnings, shortCount, useFigures } from '../kit/figures.tsx'
import { linkTo, screensFor } from '../kit/find-screens.ts'
import { IfMay, useRights } from '../kit/rights.tsx'
import { SCREENS, type Screen, TABS, type Tab } from '../kit/screens.ts'
import { FirstLoad, WhenLoaded } from '../kit/WhenLoaded.tsx'
import { SetupGuide, setupOptions } from './SetupGuide.tsx'

export function TileDashboard() {
  const queries = useShownFirst()
  const failed = queries.find(({ isError }) => isError)
  return (
    <div className="mx-auto max-w-[75rem]">
      <header className="mb-6 flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-section">Admin Dashboard</h1>
          <HelpLine name="home" />
        </div>
        <IfMay area="changes">
          <Link
            to="/admin/changes"
            className="text-rose text-sm underline decoration-rose/35 underline-offset-4 hover:decoration-rose"
          >
            Who changed what
          </Link>
        </IfMay>
      </header>
      {queries.some(({ isPending }) => isPending) ? (
        <FirstLoad failure="Failed to load the dashboard">
          <Loading />
        </FirstLoad>
      ) : (
        <>
          {failed && <WhenLoaded query={failed} failure="Failed to load the dashboard" isSmall />}
          <IfMay area="ownership">
            <SetupGuide />
          </IfMay>
          <SetupWarnings />
          <Tiles />
        </>
      )}
    </div>
  )
}

/** Guide and warnings stand above the tiles, so all of them appear together: nothing moves under a finger. */
function useShownFirst(): UseQueryResult<unknown>[] {
  const figures = useQuery(api.insights.figures.queryOptions())
  const isOwner = useRights()('ownership')
  const setup = useQuery({ ...setupOptions(), enabled: isOwner })
  const ownership = useQuery({ ...api.ownership.read.queryOptions(), enabled: isOwner })
  return isOwner ? [figures, setup, ownership] : [figures]
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
  const own = screensFor(SCREENS, useRights())
  const screens = own.filter((screen) => tab === 'All' || screen.tab === tab)
  const tabs = TABS.filter((name) => name === 'All' || own.some((screen) => screen.tab === name))
  return (
    <Tabs
      label="Areas"
      tabs={tabs.map((name) => ({ name, label: name }))}
      value={tab}
      onChange={setTab}
    >
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
          {...linkTo(to)}
          className="font-semibold leading-snug after:absolute after:inset-0 after:rounded-card"
        >
          {name}
        </Link>
        <p className="text-quiet text-sm leading-relaxed">{text}</p>
        {counts.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-1.5">
            {counts.map(({ figure, n, text: what, search, tone }) => (
              <Link key={figure} to={to} search={search} className="relative rounded-full">
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
