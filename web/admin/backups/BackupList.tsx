import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  BACKUP_PATH,
  type Backup,
  type BackupKind,
  type BackupOverview,
} from '#contract/backups.ts'
import { api, client } from '../../lib/api.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button, buttonStyle, Spinner } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { useAct } from '../kit/act.ts'

const KINDS: Record<BackupKind, string> = {
  daily: 'Daily',
  manual: 'By hand',
  'make-it-mine': 'Before Make It Mine',
  upgrade: 'Before an upgrade',
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

export function formatBytes(bytes: number) {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)))
  const shown = bytes / 1024 ** step
  return `${step === 0 ? shown : shown.toFixed(1)} ${UNITS[step]}`
}

type BackupListProps = { overview: BackupOverview; isRunning: boolean }

export function BackupList({ overview, isRunning }: BackupListProps) {
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
              onDelete={backup === newest ? undefined : () => setDeleted(backup)}
            />
          ))}
        </NamedList>
      )}
      <DeleteBackup backup={deleted} onClose={() => setDeleted(null)} />
    </Card>
  )
}

function BackupRow({ backup, onDelete }: { backup: Backup; onDelete?: () => void }) {
  const { name, kind, created_at, bytes } = backup
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="grid min-w-0 flex-1 basis-52 gap-1">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          <LocalTime iso={created_at} withTime />
          <Badge tone={kind === 'daily' ? 'blush' : 'blue'}>{KINDS[kind]}</Badge>
        </span>
        <span className="truncate text-quiet text-xs">
          {formatBytes(bytes)} · {name}
        </span>
      </div>
      <a
        href={`${BACKUP_PATH}${name}`}
        download={name}
        aria-label={`Download ${name}`}
        className={buttonStyle({ look: 'outline', size: 'small' })}
      >
        <Download aria-hidden="true" className="size-4" />
        Download
      </a>
      {onDelete ? (
        <Button look="ghost-danger" size="icon" aria-label={`Delete ${name}`} onClick={onDelete}>
          <Trash2 aria-hidden="true" className="size-4" />
        </Button>
      ) : (
        <span className="size-11" />
      )}
    </li>
  )
}

function DeleteBackup({ backup, onClose }: { backup: Backup | null; onClose: () => void }) {
  const remove = useAct({
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
