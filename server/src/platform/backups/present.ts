import type {
  RestoreTarget as ShownTarget,
  Backup as ShownBackup,
  FileCopy as ShownFileCopy,
} from '@stoa/contract/platform/backups'
import type { Backup, FileCopy, RestoreTarget } from '../../backups/port.ts'
import type { BackupRequest } from './queries.ts'

/** A backup of the store, as members see it. */
export const presentBackup = (backup: Backup): ShownBackup => ({
  id: backup.id,
  name: backup.name,
  status: backup.status,
  started_at: backup.startedAt.toISOString(),
  completed_at: backup.completedAt?.toISOString() ?? null,
  size_bytes: backup.bytes,
  failure: backup.failure,
  verification: backup.verification && {
    at: backup.verification.at.toISOString(),
    is_sound: backup.verification.isSound,
    message: backup.verification.message,
  },
})

export const presentFileCopy = ({ copiedAt, files, bytes, failure }: FileCopy): ShownFileCopy => ({
  copied_at: copiedAt?.toISOString() ?? null,
  files,
  size_bytes: bytes,
  failure,
})

/** A backup that somebody has asked for, as it is before the store knows it. */
export const presentRequest = (
  request: Pick<BackupRequest, 'failure' | 'id' | 'name' | 'requested_at'>,
): ShownBackup => ({
  id: request.id,
  name: request.name,
  status: request.failure === null ? 'waiting' : 'failed',
  started_at: request.requested_at.toISOString(),
  completed_at: null,
  size_bytes: 0,
  failure: request.failure,
  verification: null,
})

/** The target of a restore, as requests name it and as records keep it. */
export const presentTarget = (target: RestoreTarget): ShownTarget =>
  target.kind === 'time' ? { kind: 'time', at: target.at.toISOString() } : target
