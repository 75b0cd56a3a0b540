import { Download, RotateCcw, Trash2 } from 'lucide-react'
import type { Backup, BackupKind } from '#contract/backups.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button, buttonStyle } from '../../ui/Button.tsx'

const KINDS: Record<BackupKind, string> = {
  daily: 'Daily',
  manual: 'By hand',
  'make-it-mine': 'Before Make It Mine',
  upgrade: 'Before an upgrade',
  restore: 'Before a restore',
}

type BackupRowProps = {
  backup: Backup
  /** Where it is downloaded from. */
  path: string
  onRestore: () => void
  /** Missing for the newest, which stays. */
  onDelete?: () => void
}

export function BackupRow({ backup, path, onRestore, onDelete }: BackupRowProps) {
  const { name, kind, created_at, bytes } = backup
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 py-3">
      <div className="mr-2 grid min-w-0 flex-1 basis-52 gap-1">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          <LocalTime iso={created_at} withTime />
          <Badge tone={kind === 'daily' ? 'blush' : 'blue'}>{KINDS[kind]}</Badge>
        </span>
        <span className="truncate text-quiet text-xs">
          {formatBytes(bytes)} · {name}
        </span>
      </div>
      <Button look="outline" size="small" aria-label={`Restore ${name}`} onClick={onRestore}>
        <RotateCcw aria-hidden="true" className="size-4" />
        Restore
      </Button>
      <a
        href={`${path}${name}`}
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
        <span className="hidden size-11 sm:block" />
      )}
    </li>
  )
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

export function formatBytes(bytes: number) {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)))
  const shown = bytes / 1024 ** step
  return `${step === 0 ? shown : shown.toFixed(1)} ${UNITS[step]}`
}
