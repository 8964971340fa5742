import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/**
 * The Management API's operations for backups, in the shapes of its OpenAPI document. A restore
 * point is a named backup.
 */

const byRef = z.object({ ref: z.string() })

/** Seconds since 1970. The largest is the last that a date can have. */
const UnixSeconds = z.int().min(0).max(8_640_000_000_000)

export const ManagedBackups = z.object({
  region: z.string(),
  walg_enabled: z.boolean(),
  pitr_enabled: z.boolean(),
  backups: z.array(
    z.object({
      /** The time at which it began, in milliseconds since 1970. */
      id: z.int(),
      is_physical_backup: z.boolean(),
      status: z.enum(['COMPLETED', 'FAILED', 'PENDING']),
      inserted_at: z.string(),
    }),
  ),
  /** Empty while nothing can be restored. */
  physical_backup_data: z.object({
    earliest_physical_backup_date_unix: z.int().optional(),
    latest_physical_backup_date_unix: z.int().optional(),
  }),
})
export type ManagedBackups = z.infer<typeof ManagedBackups>

export const listManagedBackups = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/database/backups',
  access: 'backup:read',
  params: byRef,
  response: ManagedBackups,
})

export const restoreManagedBackup = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/database/backups/restore',
  access: 'backup:restore',
  params: byRef,
  body: z.object({ id: z.int() }),
  response: z.object({}),
  status: 201,
})

export const restoreManagedMoment = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/database/backups/restore-pitr',
  access: 'backup:restore',
  params: byRef,
  body: z.object({ recovery_time_target_unix: UnixSeconds }),
  response: z.object({}),
  status: 201,
})

const PointName = z.string().trim().min(1).max(20)

export const ManagedRestorePoint = z.object({
  name: z.string(),
  status: z.enum(['AVAILABLE', 'PENDING', 'FAILED']),
  completed_on: z.string().nullable(),
})
export type ManagedRestorePoint = z.infer<typeof ManagedRestorePoint>

/** The newest restore point, or the newest with the name. Returns 404 `backup_not_found` without one. */
export const readManagedRestorePoint = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/database/backups/restore-point',
  access: 'backup:read',
  params: byRef,
  query: z.object({ name: PointName.optional() }),
  response: ManagedRestorePoint,
})

export const createManagedRestorePoint = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/database/backups/restore-point',
  access: 'backup:create',
  params: byRef,
  body: z.object({ name: PointName }),
  response: ManagedRestorePoint,
  status: 201,
})

/** Restores the project to a restore point. */
export const undoToManagedRestorePoint = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/database/backups/undo',
  access: 'backup:restore',
  params: byRef,
  body: z.object({ name: PointName }),
  response: z.object({}),
  status: 201,
})

/** Ends a restore that has not replaced the database yet. */
export const cancelManagedRestore = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/restore/cancel',
  access: 'backup:restore',
  params: byRef,
  response: z.object({}),
})
