import { z } from 'zod'
import type { ServiceSession } from '../../postgres/database.ts'
import type { Project } from '../../project/project.ts'
import { sql } from '../../postgres/sql.ts'
import type { StorageSession } from './session.ts'

/** The administrator, which alone can read and shorten the list of removed versions. */
const admin = ({ database }: Project) => database.as('supabase_storage_admin')

/** The versions among these that rows refer to. */
export const findReferenced = async (
  session: StorageSession,
  versions: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    await session.many(
      sql`
        select pg_catalog.to_jsonb(o.version) from storage.objects as o
        where o.version = any (${versions}::text[])
        union all
        select pg_catalog.to_jsonb(p.version) from storage.s3_multipart_uploads_parts as p
        where p.version = any (${versions}::text[])`,
      z.string(),
    ),
  )

const RemovedVersion = z.object({ id: z.string(), version: z.string() })

/** The versions of rows that were deleted or replaced, the oldest first. */
export const findRemovedVersions = (
  project: Project,
  most: number,
): Promise<z.infer<typeof RemovedVersion>[]> =>
  admin(project).many(
    sql`select id::text, version from storage.removed_versions order by id limit ${most}`,
    RemovedVersion,
  )

export const deleteRemovedVersions = (project: Project, ids: readonly string[]): Promise<number> =>
  admin(project).run(
    sql`delete from storage.removed_versions where id = any (${[...ids]}::bigint[])`,
  )

export const deleteMultipartsBefore = (session: StorageSession, before: Date) =>
  session.run(sql`
    delete from storage.s3_multipart_uploads as u
    where u.created_at < ${before.toISOString()}::timestamptz`)

export const deleteBulkJobsBefore = (project: Project, before: Date): Promise<number> =>
  admin(project).run(sql`delete from storage.bulk_jobs where ended_at < ${before}`)

/**
 * In a copied project: deletes unfinished uploads, whose parts are not copied, and jobs that the
 * origin continues.
 */
export const endUnfinishedWork = (session: ServiceSession) =>
  session.transaction(async (tx) => {
    await tx.run(sql`select pg_catalog.set_config('storage.allow_delete_query', 'true', true)`)
    await tx.run(sql`delete from storage.s3_multipart_uploads_parts`)
    await tx.run(sql`delete from storage.s3_multipart_uploads`)
    await tx.run(sql`delete from storage.bulk_jobs where ended_at is null`)
  })

const StoredUploads = z.object({ count: z.int(), bytes: z.number() })
export type StoredUploads = z.infer<typeof StoredUploads>

/** The number of unfinished multipart uploads, and the size of their parts. */
export const countMultiparts = async (session: StorageSession): Promise<StoredUploads> =>
  (await session.maybe(
    sql`
      select pg_catalog.jsonb_build_object(
        'count', (select pg_catalog.count(*) from storage.s3_multipart_uploads),
        'bytes', (
          select coalesce(pg_catalog.sum(p.size), 0) from storage.s3_multipart_uploads_parts as p))`,
    StoredUploads,
  )) ?? { count: 0, bytes: 0 }
