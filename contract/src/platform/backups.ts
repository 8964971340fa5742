import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { DatabasePassword, ProjectDetail, ProjectName, ProjectStatus } from './projects.ts'

/** The last time that a backup was restored on a trial basis, and the outcome. */
export const BackupVerification = z.object({
  at: z.string(),
  is_sound: z.boolean(),
  message: z.string(),
})

/** A copy of a project's database, from which every later moment can be restored. */
export const Backup = z.object({
  id: z.string(),
  /** The name that a person gave it; null for a scheduled one. */
  name: z.string().nullable(),
  /** `waiting` for the database; it begins within a minute. */
  status: z.enum(['waiting', 'running', 'complete', 'failed']),
  started_at: z.string(),
  completed_at: z.string().nullable(),
  size_bytes: z.number(),
  /** Why it failed, as a sentence; null unless it did. */
  failure: z.string().nullable(),
  verification: BackupVerification.nullable(),
})
export type Backup = z.infer<typeof Backup>

/** A period whose every moment can be restored. */
export const BackupReach = z.object({ from: z.string(), until: z.string() })
export type BackupReach = z.infer<typeof BackupReach>

/** The moment that a restore reaches: the end of a backup, or a second. */
export const RestoreTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('backup'), id: z.string().min(1).max(100) }),
  z.object({ kind: z.literal('time'), at: z.iso.datetime({ offset: true }) }),
])
export type RestoreTarget = z.infer<typeof RestoreTarget>

/** The state of a project before its last restore, which can be brought back. */
export const KeptState = z.object({
  /** The moment or backup that the project was restored to. */
  target: RestoreTarget,
  restored_at: z.string(),
  /** It is deleted at this time, unless somebody confirms or undoes the restore before. */
  kept_until: z.string(),
  size_bytes: z.number(),
})
export type KeptState = z.infer<typeof KeptState>

/** The project's files in the store: objects of file storage and the code of functions. */
export const FileCopy = z.object({
  /** When all files were in the store; null before the first time. */
  copied_at: z.string().nullable(),
  files: z.int(),
  size_bytes: z.number(),
  /** Why the last attempt failed, as a sentence; null if it did not. */
  failure: z.string().nullable(),
})
export type FileCopy = z.infer<typeof FileCopy>

export const ProjectBackups = z.object({
  /** False where the installation makes no backups; the lists are empty then. */
  is_enabled: z.boolean(),
  /** Newest first. */
  backups: z.array(Backup),
  /** Oldest first. More than one where something is missing in between. */
  reach: z.array(BackupReach),
  retention_days: z.int(),
  /** Whether the backups are in the data folder, and so don't survive the loss of its disk. */
  is_on_same_disk: z.boolean(),
  kept_state: KeptState.nullable(),
  /** Null before the first copy, and where the installation makes no backups. */
  files: FileCopy.nullable(),
})
export type ProjectBackups = z.infer<typeof ProjectBackups>

export const BackupName = z.string().trim().min(1).max(100)

const byRef = z.object({ ref: z.string() })
const byBackup = z.object({ ref: z.string(), backup_id: z.string().max(100) })
const statusOnly = z.object({ ref: z.string(), status: ProjectStatus })

/** Everything that can be restored. Wakes nothing. */
export const readBackups = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/backups',
  access: 'backup:read',
  params: byRef,
  response: ProjectBackups,
})

/**
 * Takes a backup now, waking the project if it sleeps. The work is durable; the response says that
 * it waits. Returns 409 `backup_waiting` while another one waits, and 409 `backups_off` where the
 * installation makes no backups.
 */
export const createBackup = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/backups',
  access: 'backup:create',
  params: byRef,
  body: z.object({ name: BackupName }),
  response: Backup,
  status: 202,
})

/** Deletes a backup and the changes that only it makes restorable. Returns 404 `backup_not_found`. */
export const deleteBackup = endpoint({
  method: 'DELETE',
  path: '/platform/projects/{ref}/backups/{backup_id}',
  access: 'backup:restore',
  params: byBackup,
  response: z.object({}),
})

/** Restores a backup into a scratch database and checks it. Its outcome appears with the backup. */
export const verifyBackup = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/backups/{backup_id}/verify',
  access: 'backup:create',
  params: byBackup,
  response: z.object({}),
  status: 202,
})

/**
 * Restores the project in place. Its state before is kept for some days, so the restore can be
 * undone. Returns 409 `moment_unreachable` if no backup reaches the target, and 402
 * `plan_too_small` for a time where the plan has no point-in-time recovery. Returns 409
 * `restore_unconfirmed` while the state before another restore is kept.
 */
export const restoreProject = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/backups/restore',
  access: 'backup:restore',
  params: byRef,
  body: z.object({ target: RestoreTarget }),
  response: statusOnly,
  status: 202,
})

/** Brings back the state before the last restore. Returns 409 `no_kept_state` without one. */
export const undoRestore = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/backups/restore/undo',
  access: 'backup:restore',
  params: byRef,
  response: statusOnly,
  status: 202,
})

/** Deletes the state before the last restore. */
export const confirmRestore = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/backups/restore/confirm',
  access: 'backup:restore',
  params: byRef,
  response: z.object({}),
})

/** Ends a restore that has not replaced the database yet. */
export const cancelRestore = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/backups/restore/cancel',
  access: 'backup:restore',
  params: byRef,
  response: statusOnly,
  status: 202,
})

/**
 * Creates a project of the same organization with the data of this one at the target. The caller
 * also needs `project:create` in the organization. Keys and passwords are new.
 */
export const restoreToNewProject = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/backups/restore-to-new-project',
  access: 'backup:restore',
  params: byRef,
  body: z.object({ target: RestoreTarget, name: ProjectName, db_pass: DatabasePassword }),
  response: ProjectDetail,
  status: 201,
})
