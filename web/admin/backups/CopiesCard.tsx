import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { COPY_PATH, type CopySettings } from '#contract/backup-copies.ts'
import type { Backup } from '#contract/backups.ts'
import { api, client } from '../../lib/api.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { BackupRow, formatBytes } from './BackupRow.tsx'
import { CopiesDialog } from './CopiesDialog.tsx'

type CopiesCardProps = { onRestore: (backup: Backup) => void }

/** Encrypted copies in a bucket, which a broken or stolen machine does not take along. */
export function CopiesCard({ onRestore }: CopiesCardProps) {
  const [isEditing, setEditing] = useState(false)
  const settings = useQuery(api.backup_copies.get.queryOptions())
  return (
    <Card
      title="Copies in a bucket"
      text="Encrypted with a passphrase that only you know, in a place that survives this machine."
    >
      <WhenLoaded
        query={settings}
        failure="Failed to load the copies"
        placeholder={<Skeleton className="h-24" />}
        isSmall
      >
        {(data) => (
          <>
            {data.place === 'off' ? (
              <Button look="outline" onClick={() => setEditing(true)}>
                Set up copies
              </Button>
            ) : (
              <Copies settings={data} onRestore={onRestore} onEdit={() => setEditing(true)} />
            )}
            {isEditing && <CopiesDialog settings={data} onClose={() => setEditing(false)} />}
          </>
        )}
      </WhenLoaded>
    </Card>
  )
}

type CopiesProps = CopiesCardProps & { settings: CopySettings; onEdit: () => void }

function Copies({ settings, onRestore, onEdit }: CopiesProps) {
  const [deleted, setDeleted] = useState<Backup | null>(null)
  const copies = useQuery({
    // Another bucket, or a new copy: another list.
    ...api.backup_copies.list.queryOptions(),
    staleTime: 0,
  })
  const copy = useAdminMutation({
    run: () => client.backup_copies.start(),
    success: 'The newest backup is being copied',
    refresh: [api.backup_copies.key()],
  })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-full text-sm sm:basis-52 [overflow-wrap:anywhere]">
          <span className="font-medium">
            {settings.place === 'shop' ? settings.shop_bucket : settings.bucket}/{settings.folder}
          </span>
          <span className="block text-quiet">
            {settings.last_copy && settings.last_copy_at ? (
              <>
                Last copy <LocalTime iso={settings.last_copy_at} withTime />
              </>
            ) : (
              'The first copy is made within the hour, or with the next backup.'
            )}
          </span>
        </p>
        <Button look="outline" size="small" busy={copy.isPending} onClick={() => copy.mutate()}>
          Copy now
        </Button>
        <Button look="outline" size="small" onClick={onEdit}>
          Change
        </Button>
      </div>
      {settings.failure && settings.failed_at && (
        <p role="alert" className="text-danger text-sm [overflow-wrap:anywhere]">
          <LocalTime iso={settings.failed_at} withTime />: {settings.failure}
        </p>
      )}
      <WhenLoaded
        query={copies}
        failure="Failed to list the copies"
        placeholder={<Skeleton className="h-16" />}
        isSmall
      >
        {({ copies: [...found] }) =>
          found.length === 0 ? (
            <p className="text-quiet text-sm">There is none yet.</p>
          ) : (
            <>
              <Sum copies={found} />
              <NamedList label="Copies in the bucket" className="divide-y divide-line">
                {found.map((one, n) => (
                  <BackupRow
                    key={one.name}
                    backup={one}
                    path={COPY_PATH}
                    onRestore={() => onRestore(one)}
                    onDelete={n === 0 ? undefined : () => setDeleted(one)}
                  />
                ))}
              </NamedList>
            </>
          )
        }
      </WhenLoaded>
      <DeleteCopy copy={deleted} onClose={() => setDeleted(null)} />
    </div>
  )
}

function Sum({ copies }: { copies: Backup[] }) {
  const bytes = copies.reduce((sum, one) => sum + one.bytes, 0)
  const oldest = copies.at(-1)
  return (
    <p className="text-quiet text-sm">
      {copies.length === 1 ? 'One copy' : `${copies.length} copies`}, {formatBytes(bytes)}
      {oldest && copies.length > 1 && (
        <>
          ; the oldest is of <LocalTime iso={oldest.created_at} />
        </>
      )}
    </p>
  )
}

function DeleteCopy({ copy, onClose }: { copy: Backup | null; onClose: () => void }) {
  const remove = useAdminMutation({
    run: client.backup_copies.remove,
    success: 'Copy deleted',
    refresh: [api.backup_copies.key()],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      open={copy !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Delete this copy?"
      text={copy && <>The shop can then not be restored from {copy.name} any more.</>}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={() => copy && remove.mutate({ name: copy.name })}
    />
  )
}
