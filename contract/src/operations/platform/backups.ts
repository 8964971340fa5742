// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/backups.ts'

export const cancelRestore: OperationsOf<typeof source.cancelRestore> = {
  method: 'POST',
  path: '/platform/projects/{ref}/backups/restore/cancel',
  access: 'backup:restore',
}

export const confirmRestore: OperationsOf<typeof source.confirmRestore> = {
  method: 'POST',
  path: '/platform/projects/{ref}/backups/restore/confirm',
  access: 'backup:restore',
}

export const createBackup: OperationsOf<typeof source.createBackup> = {
  method: 'POST',
  path: '/platform/projects/{ref}/backups',
  access: 'backup:create',
}

export const deleteBackup: OperationsOf<typeof source.deleteBackup> = {
  method: 'DELETE',
  path: '/platform/projects/{ref}/backups/{backup_id}',
  access: 'backup:restore',
}

export const readBackups: OperationsOf<typeof source.readBackups> = {
  method: 'GET',
  path: '/platform/projects/{ref}/backups',
  access: 'backup:read',
}

export const restoreProject: OperationsOf<typeof source.restoreProject> = {
  method: 'POST',
  path: '/platform/projects/{ref}/backups/restore',
  access: 'backup:restore',
}

export const restoreToNewProject: OperationsOf<typeof source.restoreToNewProject> = {
  method: 'POST',
  path: '/platform/projects/{ref}/backups/restore-to-new-project',
  access: 'backup:restore',
}

export const undoRestore: OperationsOf<typeof source.undoRestore> = {
  method: 'POST',
  path: '/platform/projects/{ref}/backups/restore/undo',
  access: 'backup:restore',
}

export const verifyBackup: OperationsOf<typeof source.verifyBackup> = {
  method: 'POST',
  path: '/platform/projects/{ref}/backups/{backup_id}/verify',
  access: 'backup:create',
}
