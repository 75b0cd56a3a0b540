import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Ownership } from '#contract/ownership.ts'
import { api } from '../../lib/api.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { buttonStyle } from '../../ui/Button.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { Warning } from '../kit/figures.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { MakeItMineForm } from './MakeItMineForm.tsx'
import { UndoButton } from './UndoButton.tsx'

export function MakeItMinePage() {
  const ownership = useQuery(api.ownership.read.queryOptions())
  return (
    <AdminPage help="makeItMine" title="Make It Mine">
      <WhenLoaded query={ownership} failure="Failed to load what belongs to the demo">
        {(data) => <Content ownership={data} />}
      </WhenLoaded>
    </AdminPage>
  )
}

function Content({ ownership }: { ownership: Ownership }) {
  const { made_mine, has_demo, is_demo_account } = ownership
  return (
    <>
      {is_demo_account && (
        <Warning title="You use the demo's account" to="/account" action="Your account">
          Its password is public. Choose your own email address and password before you sell.
        </Warning>
      )}
      {made_mine && <MadeMine made={made_mine} />}
      {!made_mine && has_demo && <MakeItMineForm ownership={ownership} />}
      {!made_mine && !has_demo && (
        <Card title="This shop is yours">
          <p className="mb-4">There is nothing of the demo in it.</p>
          <Link to="/admin" className={outline}>
            What is left to set up
          </Link>
        </Card>
      )}
    </>
  )
}

function MadeMine({ made }: { made: NonNullable<Ownership['made_mine']> }) {
  return (
    <Card title="This shop is yours">
      <div className="grid gap-4">
        <p>
          {made.by} removed the demo on <LocalTime iso={made.at} withTime />. How it was before is
          in the backup <code className="break-all text-sm">{made.backup}</code>.
        </p>
        <div className="flex flex-wrap gap-2.5">
          <Link to="/admin/products" search={{ archived: true }} className={outline}>
            Your drafts
          </Link>
          <Link to="/admin/settings" className={outline}>
            Site Settings
          </Link>
          {made.not_undoable === null && <UndoButton />}
        </div>
        {made.not_undoable !== null && (
          <p className="text-quiet text-sm">
            It can no longer be undone here. {made.not_undoable} To look at the demo again, restore
            the backup into an empty shop with the command <code>restore</code>.
          </p>
        )}
      </div>
    </Card>
  )
}

const outline = buttonStyle({ look: 'outline', size: 'narrow' })
