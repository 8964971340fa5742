import type { Backup } from '@stoa/contract/platform/backups'
import type {
  ManagedBackups,
  ManagedRestorePoint,
} from '@stoa/contract/platform/management-backups'
import * as endpoints from '@stoa/contract/platform/management-backups'
import { backupNotFound } from '../../backups/errors.ts'
import { route, type Route } from '../../lib/http.ts'
import type { ProjectScope } from '../access/port.ts'
import { cancelRestore, createBackup, readBackups, restoreProject } from '../backups/port.ts'
import type { Context } from '../context.ts'
import { readProject } from '../projects/port.ts'

/** The Management API's operations for backups. */
export const managedBackupRoutes = (context: Context): readonly Route[] => {
  const { actorOf } = context
  const { projectOf } = context.access
  return [
    route(endpoints.listManagedBackups).to(async ({ request }) => {
      const scope = projectOf(request)
      const [{ region }, shown] = await Promise.all([
        readProject(context, request.member, scope),
        readBackups(context, scope),
      ])
      return toManagedBackups(region, shown)
    }),
    route(endpoints.restoreManagedBackup).to(async ({ request, body }) => {
      const scope = projectOf(request)
      const { backups } = await readBackups(context, scope)
      const { id } = requireFirst(backups, (backup) => numberOf(backup) === body.id)
      await restoreProject(context, actorOf(request), { scope, target: { kind: 'backup', id } })
      return {}
    }),
    route(endpoints.restoreManagedMoment).to(async ({ request, body }) => {
      const at = new Date(body.recovery_time_target_unix * 1000).toISOString()
      await restoreProject(context, actorOf(request), {
        scope: projectOf(request),
        target: { kind: 'time', at },
      })
      return {}
    }),
    route(endpoints.readManagedRestorePoint).to(async ({ request, query }) =>
      toRestorePoint(await findRestorePoint(context, projectOf(request), query.name)),
    ),
    route(endpoints.createManagedRestorePoint).to(async ({ request, body }) => {
      const input = { scope: projectOf(request), name: body.name }
      return toRestorePoint(await createBackup(context, actorOf(request), input))
    }),
    route(endpoints.undoToManagedRestorePoint).to(async ({ request, body }) => {
      const scope = projectOf(request)
      const { id } = await findRestorePoint(context, scope, body.name)
      await restoreProject(context, actorOf(request), { scope, target: { kind: 'backup', id } })
      return {}
    }),
    route(endpoints.cancelManagedRestore).to(async ({ request }) => {
      await cancelRestore(context, actorOf(request), projectOf(request))
      return {}
    }),
  ]
}

/** Backups of a project begin one after the other, so the time of their beginning identifies them. */
const numberOf = ({ started_at }: Backup): number => Date.parse(started_at)

function requireFirst(backups: readonly Backup[], fits: (backup: Backup) => boolean): Backup {
  const first = backups.find(fits)
  if (!first) throw backupNotFound()
  return first
}

async function findRestorePoint(
  context: Context,
  scope: ProjectScope,
  name: string | undefined,
): Promise<Backup> {
  const { backups } = await readBackups(context, scope)
  return requireFirst(backups, (backup) =>
    name === undefined ? backup.name !== null : backup.name === name,
  )
}

const STATUSES = {
  waiting: 'PENDING',
  running: 'PENDING',
  complete: 'COMPLETED',
  failed: 'FAILED',
} as const

function toManagedBackups(
  region: string,
  { backups, is_enabled, reach }: Awaited<ReturnType<typeof readBackups>>,
): ManagedBackups {
  const earliest = reach[0]?.from
  const latest = reach.at(-1)?.until
  return {
    region,
    walg_enabled: is_enabled,
    pitr_enabled: is_enabled,
    backups: backups.map((backup) => ({
      id: numberOf(backup),
      is_physical_backup: true,
      status: STATUSES[backup.status],
      inserted_at: backup.started_at,
    })),
    physical_backup_data: {
      ...(earliest !== undefined && {
        earliest_physical_backup_date_unix: Math.ceil(Date.parse(earliest) / 1000),
      }),
      ...(latest !== undefined && {
        latest_physical_backup_date_unix: Math.floor(Date.parse(latest) / 1000),
      }),
    },
  }
}

const POINT_STATUSES = {
  waiting: 'PENDING',
  running: 'PENDING',
  complete: 'AVAILABLE',
  failed: 'FAILED',
} as const

const toRestorePoint = ({ name, status, completed_at }: Backup): ManagedRestorePoint => ({
  name: name ?? '',
  status: POINT_STATUSES[status],
  completed_on: completed_at,
})
