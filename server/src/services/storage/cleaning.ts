import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import type { Project } from '../../project/project.ts'
import { sql } from '../../postgres/sql.ts'
import type { ObjectStore } from './backend/object-store.ts'
import type { ImageCache } from './images/image-cache.ts'
import { EXPIRATION_MS, type UploadFiles } from './resumable/upload-files.ts'
import type { Sessions } from './session.ts'

/** Keeps content and rows consistent: after any interruption, every content has a row. */
export type Cleaning = {
  /** Ends the uploads that a crash interrupted. Runs before the project accepts new ones. */
  recover(project: Project): Promise<void>
  /** Removes the content of deleted and replaced rows, in the background. */
  removeContent(project: Project): void
  /** Waits for the removal in progress, and notes the size. */
  stop(project: Project): Promise<void>
  /**
   * Removes old content without a row, such as that of a truncated table, expired uploads of every
   * protocol, and rendered images.
   */
  sweep(project: Project): Promise<void>
}

const ADMIN = 'supabase_storage_admin'
const BATCH = 500
const FACTS = { operation: 'storage.clean', method: '', path: '', headersJson: '{}' }
/** An upload publishes its content right before its row, so that older content has its row. */
const GRACE_MS = 3_600_000

/** Unfinished S3 multipart uploads are removed after this time. */
const MULTIPART_MS = 7 * 24 * 3_600_000
/** How long members can see the result of a bulk job. */
const BULK_JOBS_MS = 7 * 24 * 3_600_000

const Removed = z.object({ id: z.string(), version: z.string() })

export function createCleaning({
  clock,
  storeOf,
  uploadFilesOf,
  imagesOf,
  sessions,
}: {
  readonly clock: Clock
  readonly storeOf: (project: Project) => ObjectStore
  readonly uploadFilesOf: (project: Project) => UploadFiles
  readonly imagesOf: (project: Project) => ImageCache
  readonly sessions: Sessions
}): Cleaning {
  type Removal = { readonly done: Promise<void>; isAskedAgain: boolean }
  const removals = new WeakMap<Project, Removal>()

  /**
   * The versions that rows refer to. Bypasses row level security; the owner of the project owns the
   * table, so the administrator does not touch it.
   */
  async function referenced(project: Project, versions: readonly string[]) {
    const rows = await sessions.system(project, FACTS).many(
      sql`
        select pg_catalog.to_jsonb(o.version) from storage.objects as o
        where o.version = any (${versions}::text[])
        union all
        select pg_catalog.to_jsonb(p.version) from storage.s3_multipart_uploads_parts as p
        where p.version = any (${versions}::text[])`,
      z.string(),
    )
    return new Set(rows)
  }

  /** Removes the content first: an entry is only deleted once its content is gone. */
  async function removeBatch(project: Project): Promise<number> {
    // Runs as the administrator, which alone can read and shorten the list.
    const admin = project.database.as(ADMIN)
    const removed = await admin.many(
      sql`select id::text, version from storage.removed_versions order by id limit ${BATCH}`,
      Removed,
    )
    if (removed.length === 0) return 0
    // Every role can write to the list.
    const kept = await referenced(
      project,
      removed.map(({ version }) => version),
    )
    const unused = removed.map(({ version }) => version).filter((version) => !kept.has(version))
    await storeOf(project).remove(unused)
    await imagesOf(project).remove(unused)
    await admin.run(sql`
      delete from storage.removed_versions
      where id = any (${removed.map(({ id }) => id)}::bigint[])`)
    return removed.length
  }

  async function removeAll(project: Project, removal: Removal): Promise<void> {
    do {
      removal.isAskedAgain = false
      while ((await removeBatch(project)) === BATCH);
    } while (removal.isAskedAgain)
  }

  function removeContent(project: Project): void {
    const running = removals.get(project)
    if (running) return void (running.isAskedAgain = true)
    const release = project.holdAwake()
    const { promise: done, resolve } = Promise.withResolvers<void>()
    const removal: Removal = { done, isAskedAgain: false }
    removals.set(project, removal)
    removeAll(project, removal)
      // The rows stay in the list until the next removal.
      .catch((error: unknown) =>
        project.log('storage').error({ error: String(error) }, 'Content could not be removed.'),
      )
      .finally(() => {
        removals.delete(project)
        release()
        resolve()
      })
  }

  async function forEach(
    project: Project,
    versions: readonly string[],
    act: (version: string, isReferenced: boolean) => Promise<void>,
  ): Promise<void> {
    for (let at = 0; at < versions.length; at += BATCH) {
      const batch = versions.slice(at, at + BATCH)
      const kept = await referenced(project, batch)
      for (const version of batch) await act(version, kept.has(version))
    }
  }

  async function forgetOld(project: Project): Promise<void> {
    const now = clock.now().getTime()
    await sessions.system(project, FACTS).run(sql`
      delete from storage.s3_multipart_uploads as u
      where u.created_at < ${new Date(now - MULTIPART_MS).toISOString()}::timestamptz`)
    await project.database.as(ADMIN).run(sql`
      delete from storage.bulk_jobs where ended_at < ${new Date(now - BULK_JOBS_MS)}`)
  }

  return {
    removeContent,
    async recover(project) {
      const store = storeOf(project)
      await store.usage.open()
      await forEach(project, await store.unsettled(), (version, isReferenced) =>
        isReferenced ? store.settle(version) : store.discard(version),
      )
      // The id of a resumable upload is the version of its object.
      const uploads = uploadFilesOf(project)
      await forEach(project, await uploads.unfinished(), async (id, isReferenced) => {
        if (isReferenced) await uploads.finish(id)
      })
      removeContent(project)
    },
    async stop(project) {
      await removals.get(project)?.done
      await storeOf(project)
        .close()
        // Without the note, the next start measures.
        .catch((error: unknown) =>
          project.log('storage').error({ error: String(error) }, 'The stored bytes are not noted.'),
        )
    },
    async sweep(project) {
      const store = storeOf(project)
      const before = new Date(clock.now().getTime() - GRACE_MS)
      for await (const group of store.published(before)) {
        const kept = await referenced(project, group)
        const unused = group.filter((version) => !kept.has(version))
        await store.remove(unused)
        await imagesOf(project).remove(unused)
      }
      const now = clock.now().getTime()
      await uploadFilesOf(project).removeOlder(new Date(now - EXPIRATION_MS))
      await forgetOld(project)
      await store.usage.measure()
      await imagesOf(project).trim()
      removeContent(project)
    },
  }
}
