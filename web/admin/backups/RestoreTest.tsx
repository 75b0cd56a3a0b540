import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Restore } from '#contract/restores.ts'
import { api, client } from '../../lib/api.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button, Spinner } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { Findings } from './RestoreProgress.tsx'

const LOOK_MS = 2000

/** Whether the newest backup can be restored, as the last test found. */
export function RestoreTest({ hasBackup }: { hasBackup: boolean }) {
  const [seen, setSeen] = useState<string | null>(null)
  const testsOf = (data: { restores: Restore[] } | undefined) =>
    data?.restores.filter(({ kind }) => kind === 'test') ?? []
  const isAwaited = (data: { restores: Restore[] } | undefined) => {
    const [last] = testsOf(data)
    return last?.state === 'running' || (seen !== null && (last?.id ?? '') === seen)
  }
  const restores = useQuery({
    ...api.restores.list.queryOptions(),
    refetchInterval: ({ state }) => (isAwaited(state.data) ? LOOK_MS : false),
  })
  const [last] = testsOf(restores.data)
  const test = useAdminMutation({
    run: () => client.restores.test(),
    success: 'The restore test has started',
    refresh: [api.restores.key()],
    onSuccess: () => setSeen(last?.id ?? ''),
  })
  return (
    <Card
      title="Restore test"
      text="Restores the newest backup into a scratch database and checks that everything adds up. Nothing in the shop changes."
    >
      <WhenLoaded
        query={restores}
        failure="Failed to load the restore test"
        placeholder={<Skeleton className="h-16" />}
        isSmall
      >
        {(data) => (
          <div className="grid gap-3 text-sm">
            {isAwaited(data) ? (
              <p role="status" className="flex items-center gap-3">
                <Spinner />
                Restoring into a scratch database …
              </p>
            ) : (
              <TestResult test={last} />
            )}
            <div>
              <Button
                look="outline"
                size="small"
                disabled={!hasBackup}
                busy={test.isPending || isAwaited(data)}
                onClick={() => test.mutate()}
              >
                Test a restore now
              </Button>
            </div>
          </div>
        )}
      </WhenLoaded>
    </Card>
  )
}

function TestResult({ test }: { test: Restore | undefined }) {
  if (!test) return <p className="text-quiet">No restore was tested yet.</p>
  const { state, started_at, finished_at, failure, findings, holds, source } = test
  const seconds =
    finished_at && Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 1000)
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <Badge tone={state === 'done' ? 'green' : 'red'}>
          {state === 'done' ? 'Passed' : 'Failed'}
        </Badge>
        <LocalTime iso={started_at} withTime />
      </p>
      {state === 'done' ? (
        <p className="text-quiet">
          {source === 'copies' ? 'The copy from the bucket' : 'The backup of this machine'} was
          restored in {seconds} s
          {holds &&
            `: ${holds.products.toLocaleString('en-US')} products, ${holds.orders.toLocaleString('en-US')} orders, ${holds.files.toLocaleString('en-US')} files`}
          . Everything adds up.
        </p>
      ) : (
        <p className="[overflow-wrap:anywhere]">{failure}</p>
      )}
      <Findings findings={findings} />
    </div>
  )
}
