import { plans } from '@stoa/contract/catalog/plans'
import type { PlanId } from '@stoa/contract/platform/organizations'
import {
  createBackups,
  createDiskStore,
  createS3Store,
  type BackupService,
} from '../backups/index.ts'
import { PLATFORM_DATABASE } from '../backups/port.ts'
import { deriveKey } from '../lib/secret-box.ts'
import type { PlatformBackups } from '../platform/index.ts'
import type { Database } from '../postgres/database.ts'
import type { Service } from '../project/service.ts'
import { SUPERUSER } from '../postgres/clusters/template.ts'
import type { BackupPlace, Config } from './config.ts'
import type { OwnedHost } from './host.ts'

/** The backups of the installation; undefined if it makes none. */
export function createBackupParts(
  { config, folder, clock, log, shutdown }: OwnedHost,
  {
    control,
    retentionDays,
    services,
  }: {
    readonly control: Database
    readonly retentionDays: Retention
    readonly services: readonly Service[]
  },
): BackupService | undefined {
  const { backups: place } = config
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
    retentionDays,
    files: {
      root: folder.files,
      entries: archivedEntries(services),
      records: archivedEntries(services.filter((service) => service.archivedFilesAreRecords)),
    },
    clock,
    log,
  })
  shutdown.add('background work', () => backups.stop())
  return backups
}

/** The files of services that backups contain, from a project's folder. */
const archivedEntries = (services: readonly Service[]): readonly string[] =>
  services.flatMap(({ name, archivedFiles = [] }) => archivedFiles.map((each) => `${name}/${each}`))

/** For how many days a project can be restored. */
export type Retention = (ref: string) => Promise<number>

/** The days of the project's plan where plan limits are enforced, and otherwise the installation's. */
export const backupRetention =
  (
    { planLimits, mode, backupDays }: Pick<Config, 'backupDays' | 'mode' | 'planLimits'>,
    planOf: (ref: string) => Promise<PlanId>,
  ): Retention =>
  async (ref) =>
    planLimits && mode === 'platform' && ref !== PLATFORM_DATABASE
      ? plans[await planOf(ref)].backupRetentionDays
      : backupDays

/** The backups as members use them, with the facts that they read. */
export const platformBackups = (
  { backups: place }: Config,
  {
    archive,
    retentionDays,
  }: { readonly archive: BackupService | undefined; readonly retentionDays: Retention },
): PlatformBackups | undefined =>
  archive && {
    archive,
    isOnSameDisk: place?.kind === 'folder' && place.isInDataFolder,
    retentionDays,
  }

export const openStore = (place: BackupPlace) =>
  place.kind === 'folder' ? createDiskStore(place.folder) : createS3Store(place)
