import {
  createBackups,
  createDiskStore,
  createS3Store,
  type BackupService,
} from '../backups/index.ts'
import { deriveKey } from '../lib/secret-box.ts'
import type { PlatformBackups } from '../platform/index.ts'
import type { Database } from '../postgres/database.ts'
import { SUPERUSER } from '../postgres/clusters/template.ts'
import type { BackupPlace, Config } from './config.ts'
import type { OwnedHost } from './host.ts'

/** The backups of the installation; undefined if it makes none. */
export function createBackupParts(
  { config, folder, clock, log, shutdown }: OwnedHost,
  control: Database,
): BackupService | undefined {
  const { backups: place, backupDays } = config
  if (!place) return undefined
  if (place.kind === 'folder' && place.isInDataFolder)
    log.warn(
      { folder: place.folder },
      'Backups are in the data folder, so they do not survive its disk. Set STOA_BACKUPS to a folder on another disk or to a bucket.',
    )
  const backups = createBackups({
    store: openStore(place),
    key: deriveKey(folder.installationKey, 'backups'),
    records: control.as(SUPERUSER),
    retentionDays: async () => backupDays,
    clock,
    log,
  })
  shutdown.add('background work', () => backups.stop())
  return backups
}

/** The backups as members use them, with the facts that they read. */
export const platformBackups = (
  { backups: place, backupDays }: Config,
  archive: BackupService | undefined,
): PlatformBackups | undefined =>
  archive && {
    archive,
    isOnSameDisk: place?.kind === 'folder' && place.isInDataFolder,
    retentionDays: backupDays,
  }

const openStore = (place: BackupPlace) =>
  place.kind === 'folder' ? createDiskStore(place.folder) : createS3Store(place)
