import type { ComputeSize } from '@stoa/contract/catalog/compute-sizes'
import { ProjectFailure, ProjectStatus } from '@stoa/contract/platform/projects'
import { ComputeSizeId } from '@stoa/contract/platform/compute'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { emptySql, sql } from '../../postgres/sql.ts'
import { Origin } from '../copies/origins.ts'

export const InstanceRow = z.object({
  ref: z.string(),
  status: ProjectStatus,
  compute: z.enum(['running', 'sleeping', 'stopped']),
  failure: ProjectFailure.nullable(),
  engine_version: z.string().nullable(),
  release: z.string().nullable(),
  origin: Origin.nullable(),
  compute_size: ComputeSizeId.nullable(),
  created_at: z.date(),
  last_active_at: z.date(),
  reset_at: z.date().nullable(),
})
export type InstanceRow = z.infer<typeof InstanceRow>

const SecretsRow = z.object({ secrets: z.instanceof(Buffer).nullable() })

const SettingsRow = z.object({
  settings: z.record(z.string(), z.record(z.string(), z.unknown())),
  settings_version: z.coerce.number(),
})
export type SettingsRow = z.infer<typeof SettingsRow>

const columns = sql`ref, status, compute, failure, engine_version, release, origin, compute_size, created_at, last_active_at, reset_at`

export const insertInstance = (
  tx: Session,
  row: {
    ref: string
    secrets: Buffer
    origin: Origin | null
    computeSize: ComputeSize['id'] | null
    at: Date
  },
) =>
  tx.one(
    sql`
      insert into fleet.instances
        (ref, status, secrets, origin, compute_size, created_at, updated_at, last_active_at)
      values (
        ${row.ref}, 'COMING_UP', ${row.secrets},
        ${row.origin ? JSON.stringify(row.origin) : null}::jsonb, ${row.computeSize}, ${row.at}, ${row.at}, ${row.at}
      )
      returning ${columns}`,
    InstanceRow,
  )

export const findInstance = (session: Session, ref: string) =>
  session.maybe(sql`select ${columns} from fleet.instances where ref = ${ref}`, InstanceRow)

export const findInstances = (session: Session, refs: readonly string[]) =>
  session.many(
    sql`select ${columns} from fleet.instances where ref = any(${refs}) order by created_at, ref`,
    InstanceRow,
  )

/** The disk limits of the projects that have one of their own, in bytes. */
export const diskLimits = async (session: Session, refs: readonly string[]) => {
  const rows = await session.many(
    sql`
      select ref, disk_limit_bytes as bytes from fleet.instances
      where ref = any(${refs}) and disk_limit_bytes is not null`,
    z.object({ ref: z.string(), bytes: z.coerce.number() }),
  )
  return new Map(rows.map(({ ref, bytes }) => [ref, bytes]))
}

export const saveDiskLimit = (session: Session, ref: string, bytes: number) =>
  session.run(sql`
    update fleet.instances set disk_limit_bytes = ${String(bytes)}::bigint
    where ref = ${ref} and status <> 'REMOVED'`)

/** The project has a fresh copy of its origin's data since this moment. */
export const saveReset = (tx: Session, ref: string, at: Date) =>
  tx.run(sql`update fleet.instances set reset_at = ${at} where ref = ${ref}`)

/** The size applies at the next start. */
export const saveComputeSize = (session: Session, ref: string, size: ComputeSize['id'] | null) =>
  session.run(sql`
    update fleet.instances set compute_size = ${size} where ref = ${ref} and status <> 'REMOVED'`)

/** Gives a new project the disk limit of another one, whose data it begins with. */
export const copyDiskLimit = (tx: Session, from: string, to: string) =>
  tx.run(sql`
    update fleet.instances as i set disk_limit_bytes = o.disk_limit_bytes
    from fleet.instances as o where i.ref = ${to} and o.ref = ${from}`)

export const allInstances = (session: Session) =>
  session.many(sql`select ${columns} from fleet.instances where status <> 'REMOVED'`, InstanceRow)

/** All projects that serve requests, asleep or awake. */
export const servingInstances = (session: Session) =>
  session.many(
    sql`
      select ${columns} from fleet.instances
      where status in ('ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY')
      order by created_at, ref`,
    InstanceRow,
  )

export type InstanceChange = {
  readonly failure: ProjectFailure | null
  readonly compute?: InstanceRow['compute']
}

export type EngineRecord = {
  readonly kind: string
  readonly version: string
  /** Null if part of the release could not be applied. */
  readonly release: string | null
}

/** Compare and set: of two concurrent changes from one status, the second updates no row. */
export const changeStatus = (
  session: Session,
  ref: string,
  change: InstanceChange & { from: ProjectStatus; to: ProjectStatus; at: Date },
) =>
  session.maybe(
    change.to === 'REMOVED'
      ? sql`
          with changed as (${statusUpdate(ref, change)}),
            api_keys as (
              delete from fleet.api_keys k using changed where k.ref = changed.ref
            ),
            signing_keys as (
              delete from fleet.signing_keys k using changed where k.ref = changed.ref
            )
          select ${columns} from changed`
      : statusUpdate(ref, change),
    InstanceRow,
  )

const statusUpdate = (
  ref: string,
  change: InstanceChange & { from: ProjectStatus; to: ProjectStatus; at: Date },
) => sql`
  update fleet.instances
  set status = ${change.to},
    failure = ${change.failure ? JSON.stringify(change.failure) : null}::jsonb,
    compute = coalesce(${change.compute ?? null}, compute),
    ${change.to === 'REMOVED' ? sql`secrets = null, settings = '{}', overview = null,` : emptySql}
    updated_at = ${change.at}
  where ref = ${ref} and status = ${change.from}
  returning ${columns}`

/** Changes only the compute: a project that wakes or falls asleep keeps its status. */
export const changeCompute = (
  session: Session,
  ref: string,
  change: { compute: InstanceRow['compute']; engine?: EngineRecord; at: Date },
) =>
  session.run(sql`
    update fleet.instances
    set compute = ${change.compute},
      engine_kind = coalesce(${change.engine?.kind ?? null}, engine_kind),
      engine_version = coalesce(${change.engine?.version ?? null}, engine_version),
      release = coalesce(${change.engine?.release ?? null}, release),
      last_active_at = ${change.at}
    where ref = ${ref} and status <> 'REMOVED'`)

/** The database is about to change: only a completed start makes it current again. */
export const forgetRelease = (session: Session, ref: string) =>
  session.run(sql`update fleet.instances set release = null where ref = ${ref}`)

/** Runs at server start, when no project can be running yet. */
export const putAllToSleep = (session: Session) =>
  session.run(sql`update fleet.instances set compute = 'sleeping' where compute = 'running'`)

export const findSecrets = (session: Session, ref: string) =>
  session.maybe(
    sql`select secrets from fleet.instances where ref = ${ref} and status <> 'REMOVED'`,
    SecretsRow,
  )

export const findWhole = (session: Session, ref: string) =>
  session.maybe(
    sql`
      select ${columns}, secrets from fleet.instances
      where ref = ${ref} and status <> 'REMOVED'`,
    InstanceRow.extend(SecretsRow.shape),
  )

export const lockSecrets = (tx: Session, ref: string) =>
  tx.maybe(
    sql`
      select secrets from fleet.instances
      where ref = ${ref} and status <> 'REMOVED'
      for update`,
    SecretsRow,
  )

export const saveSecrets = (tx: Session, ref: string, secrets: Buffer) =>
  tx.run(sql`update fleet.instances set secrets = ${secrets} where ref = ${ref}`)

export const findSettings = (session: Session, ref: string) =>
  session.maybe(
    sql`
      select settings, settings_version from fleet.instances
      where ref = ${ref} and status <> 'REMOVED'`,
    SettingsRow,
  )

export const lockSettings = (tx: Session, ref: string) =>
  tx.maybe(
    sql`
      select settings, settings_version from fleet.instances
      where ref = ${ref} and status <> 'REMOVED'
      for update`,
    SettingsRow,
  )

export const saveSettings = (tx: Session, ref: string, row: SettingsRow) =>
  tx.run(sql`
    update fleet.instances
    set settings = ${JSON.stringify(row.settings)}::jsonb, settings_version = ${row.settings_version}
    where ref = ${ref}`)
