import type { MigrationOptions } from '../postgres/migrations.ts'

export { createBackups, type BackupService } from './backups.ts'
export { findPlatformBackup } from './recovery/find-platform.ts'
export { placePlatform } from './recovery/place-platform.ts'
export { createDiskStore } from './store/disk-store.ts'
export { createS3Store } from './store/s3-store.ts'

/** The tables of backups in the control-plane database. */
export const backupMigrations: MigrationOptions = {
  owner: 'backups',
  folder: new URL('records/migrations/', import.meta.url),
}
