import type { Client } from 'pg'
import { AppError } from '../../lib/errors.ts'
import { diskFull } from '../../lib/disk-full.ts'
import { readFileIn } from '../../lib/untrusted-folder/files.ts'
import { megabytes } from './free-space.ts'

/** The restrictions of a project without disk space. */
export type Protection = {
  /** Its database is read-only; the error for writes that are refused because of that. */
  readonly reason: AppError
  /** If given, its owner can no longer connect either; the error for the attempt. */
  readonly closed?: AppError
}

/** Postgres writes one line for each changed setting into it. */
const MAX_SETTINGS_BYTES = 256 * 1024

/**
 * When the cluster in this folder was made read-only; undefined if it is writable. The cluster keeps
 * it in the file of `alter system`, which only the superuser's sessions can change.
 */
export async function readOnlySince(dataDir: string): Promise<Date | undefined> {
  // Any other content of this name says nothing, and is replaced by the next `alter system`.
  const file = await readFileIn(dataDir, 'postgresql.auto.conf', {
    maxBytes: MAX_SETTINGS_BYTES,
  }).catch(() => undefined)
  const isOn = /^default_transaction_read_only = 'on'$/m.test(file?.content.toString() ?? '')
  return isOn ? file?.modifiedAt : undefined
}

/**
 * Makes new transactions of every session read-only by default, or writable again. A session of the
 * owner can still choose to write, so that its owner can delete data.
 */
export async function setReadOnly(superuser: Client, isOn: boolean): Promise<void> {
  await superuser.query(
    isOn
      ? 'alter system set default_transaction_read_only = on'
      : 'alter system reset default_transaction_read_only',
  )
  await superuser.query('select pg_catalog.pg_reload_conf()')
}

/** Ends every session of other roles than these, and with it all uncommitted work. */
export const endSessionsOfOthers = (superuser: Client, roles: readonly string[]) =>
  superuser.query(
    `select pg_catalog.pg_terminate_backend(pid)
     from pg_catalog.pg_stat_activity
     where backend_type = 'client backend' and usename <> all ($1::pg_catalog.name[])`,
    [roles],
  )

/** 507: the project has used up its own share of the disk. */
export const limitReached = (limit: number): AppError =>
  new AppError(
    'disk_limit_reached',
    `The project is read-only because its database has reached the disk limit of ${megabytes(limit)}.`,
    {
      status: 507,
      hint: 'Delete data in a transaction that starts with "begin read write", then run "vacuum full" on its tables. The project is writable again within a minute.',
    },
  )

/** 507: nobody can say whether the project has reached its limit. */
export const sizeUnknown = (): AppError =>
  new AppError(
    'disk_use_unknown',
    'The project is read-only because its data directory has too many files to measure its size, or a folder that the server cannot read.',
    {
      status: 507,
      hint: 'Drop tables and schemas in a transaction that starts with "begin read write". The project is writable again within a minute.',
    },
  )

/** 507: the project kept writing after it became read-only. */
export const limitExceeded = (limit: number, closedFrom: number): AppError =>
  new AppError(
    'disk_limit_exceeded',
    `Database connections and the SQL editor are closed because the database has reached ${megabytes(closedFrom)} with a disk limit of ${megabytes(limit)}.`,
    {
      status: 507,
      hint: 'The API can still read. Ask the operator of this server to raise the disk limit of the project, then delete data.',
    },
  )

/** 507: the server has almost no space left. */
export const diskAlmostFull = (): AppError =>
  diskFull(
    'All projects are read-only because the disk of this server is almost full.',
    'Ask the operator of this server to free disk space. The projects are writable again within a minute.',
  )

/** 507: the remaining space is reserved for the platform's own database. */
export const nothingLeft = (): AppError =>
  diskFull(
    'Database connections and the SQL editor are closed because the disk of this server is full.',
    'Ask the operator of this server to free disk space.',
  )
