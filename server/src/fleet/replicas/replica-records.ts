import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

const ReplicaRow = z.object({
  identifier: z.string(),
  ref: z.string(),
  region: z.string(),
  slot: z.string().nullable(),
  created_at: z.date(),
  removed_at: z.date().nullable(),
})
/** A replica of a project, also one that is removed and not yet cleaned up. */
export type ReplicaRow = z.infer<typeof ReplicaRow>

const columns = sql`identifier, ref, region, slot, created_at, removed_at`

/** The replicas of a project, the oldest first, with those that still have to be cleaned up. */
export const replicasOf = (session: Session, ref: string) =>
  session.many(
    sql`select ${columns} from fleet.replicas where ref = ${ref} order by created_at, identifier`,
    ReplicaRow,
  )

/** The names of all replicas that are not removed. */
export const allReplicas = async (session: Session): Promise<readonly string[]> => {
  const rows = await session.many(
    sql`select identifier from fleet.replicas where removed_at is null`,
    z.object({ identifier: z.string() }),
  )
  return rows.map(({ identifier }) => identifier)
}

/** Takes the lock under which the replicas of a project are counted. Returns whether there is the project. */
export const lockInstance = async (tx: Session, ref: string): Promise<boolean> => {
  const row = await tx.maybe(
    sql`select ref from fleet.instances where ref = ${ref} for update`,
    z.object({ ref: z.string() }),
  )
  return row !== undefined
}

export const insertReplica = (
  tx: Session,
  { identifier, ref, region, at }: Record<'identifier' | 'ref' | 'region', string> & { at: Date },
) =>
  tx.one(
    sql`
      insert into fleet.replicas (identifier, ref, region, created_at)
      values (${identifier}, ${ref}, ${region}, ${at})
      returning ${columns}`,
    ReplicaRow,
  )

/** Returns how many were removed: 0 if there is no such replica. */
export const markRemoved = (
  tx: Session,
  { identifier, ref, at }: { readonly identifier: string; readonly ref: string; readonly at: Date },
) =>
  tx.run(sql`
    update fleet.replicas set removed_at = ${at}
    where identifier = ${identifier} and ref = ${ref} and removed_at is null`)

/** Records the slot of the next copy, before the slot exists. Returns 0 if the replica was removed. */
export const saveSlot = (session: Session, identifier: string, slot: string | null) =>
  session.run(sql`
    update fleet.replicas set slot = ${slot}
    where identifier = ${identifier} and removed_at is null`)

export const deleteReplica = (session: Session, identifier: string) =>
  session.run(sql`
    delete from fleet.replicas where identifier = ${identifier} and removed_at is not null`)

/** The project is removed with all of its data. */
export const deleteReplicasOf = (session: Session, ref: string) =>
  session.run(sql`delete from fleet.replicas where ref = ${ref}`)
