import { useState } from 'react'
import { BACKUP_PATH, type Backup, type BackupOverview } from '#contract/backups.ts'
import { api, client } from '../../lib/api.ts'
import { Spinner } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { BackupRow, formatBytes } from './BackupRow.tsx'

type BackupListProps = {
  overview: BackupOverview
  isRunning: boolean
  onRestore: (backup: Backup) => void
}

export function BackupList({ overview, isRunning, onRestore }: BackupListProps) {
  const [deleted, setDeleted] = useState<Backup | null>(null)
  const { backups, running_bytes, settings } = overview
  const [newest] = backups
  return (
    <Card title="Backups">
      {isRunning && (
        <p
          role="status"
          className="mb-4 flex items-center gap-3 rounded-field bg-blush px-4 py-3 text-sm"
        >
          <Spinner />
          Writing a backup: {formatBytes(running_bytes ?? 0)} so far
        </p>
      )}
      {backups.length === 0 ? (
        <p className="text-quiet text-sm">
          {settings.daily
            ? 'There is none yet. The first one is taken tonight.'
            : 'There is none yet.'}
        </p>
      ) : (
        <NamedList label="Backups" className="divide-y divide-line">
          {backups.map((backup) => (
            <BackupRow
              key={backup.name}
              backup={backup}
              path={BACKUP_PATH}
              onRestore={() => onRestore(backup)}
              onDelete={backup === newest ? undefined : () => setDeleted(backup)}
            />
          ))}
        </NamedList>
      )}
      <DeleteBackup backup={deleted} onClose={() => setDeleted(null)} />
    </Card>
  )
}

function DeleteBackup({ backup, onClose }: { backup: Backup | null; onClose: () => void }) {
  const remove = useAdminMutation({
    run: client.backups.remove,
    success: 'Backup deleted',
    refresh: [api.backups.key(), api.audit_log.key()],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      open={backup !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Delete this backup?"
      text={backup && <>The shop can then not be restored from {backup.name} any more.</>}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={() => backup && remove.mutate({ name: backup.name })}
    />
  )
}
