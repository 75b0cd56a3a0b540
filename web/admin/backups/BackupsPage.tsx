import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BackupOverview } from '#contract/backups.ts'
import { api, client } from '../../lib/api.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { Warning } from '../kit/figures.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { BackupList } from './BackupList.tsx'
import { formatBytes } from './BackupRow.tsx'
import { CopiesCard } from './CopiesCard.tsx'
import { DailyForm } from './DailyForm.tsx'
import { type Restorable, RestoreDialog } from './RestoreDialog.tsx'
import { RestoreTest } from './RestoreTest.tsx'

const PROGRESS_MS = 2000

/** When the last one ended, well or not: another value says that a started one is done. */
const outcomeOf = ({ last_backup_at, failed_at }: BackupOverview) =>
  `${last_backup_at} ${failed_at}`

export function BackupsPage() {
  const [restored, setRestored] = useState<Restorable | null>(null)
  const [outcomeBefore, setOutcomeBefore] = useState<string | null>(null)
  const isAwaited = (data: BackupOverview | undefined) =>
    data !== undefined && (data.running_bytes !== null || outcomeOf(data) === outcomeBefore)
  const overview = useQuery({
    ...api.backups.get.queryOptions(),
    refetchInterval: ({ state }) => (isAwaited(state.data) ? PROGRESS_MS : false),
  })
  const { data } = overview
  const start = useAdminMutation({
    run: () => client.backups.start(),
    success: 'The backup has started',
    refresh: [api.backups.key()],
    onSuccess: () => data && setOutcomeBefore(outcomeOf(data)),
  })
  return (
    <AdminPage
      help="backups"
      title="Backups"
      actions={
        <Button busy={start.isPending || isAwaited(data)} onClick={() => start.mutate()}>
          Back up now
        </Button>
      }
    >
      <WhenLoaded query={overview} failure="Failed to load backups">
        {(data) => (
          <>
            <Outcome overview={data} />
            <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <div className="grid min-w-0 gap-4">
                <BackupList
                  overview={data}
                  isRunning={isAwaited(data)}
                  onRestore={(backup) => setRestored({ backup, source: 'here' })}
                />
                <CopiesCard onRestore={(backup) => setRestored({ backup, source: 'copies' })} />
              </div>
              <div className="grid min-w-0 gap-4">
                <DailyForm settings={data.settings} version={data.version} />
                <RestoreTest hasBackup={data.backups.length > 0} />
                <Place overview={data} />
                <Card title="Changes">
                  <ChangeHistory type="backup_settings" />
                </Card>
              </div>
            </div>
          </>
        )}
      </WhenLoaded>
      {restored && <RestoreDialog {...restored} onClose={() => setRestored(null)} />}
    </AdminPage>
  )
}

function Outcome({ overview: { state, failed_at, failure } }: { overview: BackupOverview }) {
  if (state === 'failed')
    return (
      <Warning title="The last backup failed">
        {failure} {failed_at && <LocalTime iso={failed_at} withTime />}
      </Warning>
    )
  if (state === 'old')
    return (
      <Warning title="The last backup is older than two days">
        Is the shop switched off at night? Back up now to be safe.
      </Warning>
    )
  return null
}

function Place({ overview: { folder, free_bytes } }: { overview: BackupOverview }) {
  return (
    <Card title="Where they are">
      <div className="grid gap-2 text-sm">
        <p className="break-all font-mono">{folder}</p>
        {free_bytes !== null && <p className="text-quiet">{formatBytes(free_bytes)} free</p>}
        <p className="text-quiet">
          A broken disk takes them along: set up copies, or download one from time to time. It holds
          personal data and the key of stored tokens, so look after it well.
        </p>
      </div>
    </Card>
  )
}
