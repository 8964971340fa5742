// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/management-backups.ts'

export const cancelManagedRestore: OperationsOf<typeof source.cancelManagedRestore> = {
  method: 'POST',
  path: '/v1/projects/{ref}/restore/cancel',
  access: 'backup:restore',
}

export const createManagedRestorePoint: OperationsOf<typeof source.createManagedRestorePoint> = {
  method: 'POST',
  path: '/v1/projects/{ref}/database/backups/restore-point',
  access: 'backup:create',
}

export const listManagedBackups: OperationsOf<typeof source.listManagedBackups> = {
  method: 'GET',
  path: '/v1/projects/{ref}/database/backups',
  access: 'backup:read',
}

export const readManagedRestorePoint: OperationsOf<typeof source.readManagedRestorePoint> = {
  method: 'GET',
  path: '/v1/projects/{ref}/database/backups/restore-point',
  access: 'backup:read',
}

export const restoreManagedBackup: OperationsOf<typeof source.restoreManagedBackup> = {
  method: 'POST',
  path: '/v1/projects/{ref}/database/backups/restore',
  access: 'backup:restore',
}

export const restoreManagedMoment: OperationsOf<typeof source.restoreManagedMoment> = {
  method: 'POST',
  path: '/v1/projects/{ref}/database/backups/restore-pitr',
  access: 'backup:restore',
}

export const undoToManagedRestorePoint: OperationsOf<typeof source.undoToManagedRestorePoint> = {
  method: 'POST',
  path: '/v1/projects/{ref}/database/backups/undo',
  access: 'backup:restore',
}
