import type { Backup, BackupKind } from '#contract/backups.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { backupsFolder } from './backup-folder.ts'
import { type BackupAnswer, runBackupProgram, runCopyProgram } from './backup-program.ts'
import { copyNewest } from './copy-backup.ts'
import { BackupRunning, takeBackup } from './take-backup.ts'

/** Takes a backup, in a process that returns its memory. Without the program in this one. */
export async function backUp(context: AppContext, kind: BackupKind): Promise<Backup> {
  const answer = context.backupProgram
    ? await runBackupProgram(context.backupProgram, kind)
    : await runHere(context, kind)
  if ('backup' in answer) return answer.backup
  if (answer.is_running) throw errors.BACKUP_RUNNING()
  context.log.error({ failure: answer.failure, kind }, 'a backup failed')
  throw errors.BACKUP_FAILED({ data: { reason: answer.failure } })
}

/** Copies the newest backup into the bucket, in a process that returns its memory; the row has the outcome. */
export async function copyBackup(context: AppContext) {
  const failure = context.backupProgram
    ? await runCopyProgram(context.backupProgram)
    : await copyNewest(context).then(
        () => null,
        (error: Error) => error.message,
      )
  if (failure) context.log.error({ failure }, 'a backup was not copied')
}

async function runHere({ config, files, now }: AppContext, kind: BackupKind) {
  const source = {
    databaseUrl: config.databaseUrl ?? '',
    files,
    encryptionKey: config.secrets.encryption,
    folder: backupsFolder(config.dataDir),
    now,
  }
  return answerOf(takeBackup(source, kind))
}

export const answerOf = (taking: Promise<Backup>): Promise<BackupAnswer> =>
  taking.then(
    (backup) => ({ backup }),
    (error) => ({ failure: error.message, is_running: error instanceof BackupRunning }),
  )
