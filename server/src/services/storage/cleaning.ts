import type { Clock } from '../../lib/clock.ts'
import type { Project } from '../../project/project.ts'
import type { ObjectStore } from './backend/object-store.ts'
import type { ImageCache } from './images/image-cache.ts'
import {
  deleteBulkJobsBefore,
  deleteMultipartsBefore,
  deleteRemovedVersions,
  findReferenced,
  findRemovedVersions,
} from './queries.ts'
import { EXPIRATION_MS, type UploadFiles } from './resumable/upload-files.ts'
import type { Sessions, StorageSession } from './session.ts'

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

const BATCH = 500
const FACTS = { operation: 'storage.clean', method: '', path: '', headersJson: '{}' }
/** An upload publishes its content right before its row, so that older content has its row. */
const GRACE_MS = 3_600_000

/** Unfinished S3 multipart uploads are removed after this time. */
const MULTIPART_MS = 7 * 24 * 3_600_000
/** How long members can see the result of a bulk job. */
const BULK_JOBS_MS = 7 * 24 * 3_600_000

type CleaningDeps = {
  readonly clock: Clock
  readonly storeOf: (project: Project) => ObjectStore
  readonly uploadFilesOf: (project: Project) => UploadFiles
  readonly imagesOf: (project: Project) => ImageCache
  readonly sessions: Sessions
}

type CleaningState = CleaningDeps & { readonly removals: WeakMap<Project, Removal> }

/** The removal of content in progress. `isWantedAgain`: more was removed since it began. */
type Removal = { readonly done: Promise<void>; isWantedAgain: boolean }

export function createCleaning(deps: CleaningDeps): Cleaning {
  const cleaning: CleaningState = { ...deps, removals: new WeakMap() }
  return {
    removeContent: (project) => removeContent(cleaning, project),
    recover: (project) => recover(cleaning, project),
    async stop(project) {
      await cleaning.removals.get(project)?.done
      await deps
        .storeOf(project)
        .close()
        // Without the note, the next start measures.
        .catch((error: unknown) =>
          project.log('storage').error({ error: String(error) }, 'The stored bytes are not noted.'),
        )
    },
    sweep: (project) => sweep(cleaning, project),
  }
}

/**
 * Bypasses row level security. The owner of the project owns the tables, so the administrator does
 * not touch them.
 */
const systemOf = ({ sessions }: CleaningState, project: Project): StorageSession =>
  sessions.system(project, FACTS)

function removeContent(cleaning: CleaningState, project: Project): void {
  const { removals } = cleaning
  const running = removals.get(project)
  if (running) return void (running.isWantedAgain = true)
  const release = project.holdAwake()
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const removal: Removal = { done, isWantedAgain: false }
  removals.set(project, removal)
  removeAll(cleaning, project, removal)
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

async function removeAll(
  cleaning: CleaningState,
  project: Project,
  removal: Removal,
): Promise<void> {
  do {
    removal.isWantedAgain = false
    while ((await removeBatch(cleaning, project)) === BATCH);
  } while (removal.isWantedAgain)
}

/** Removes the content first: an entry is only deleted once its content is gone. */
async function removeBatch(cleaning: CleaningState, project: Project): Promise<number> {
  const removed = await findRemovedVersions(project, BATCH)
  if (removed.length === 0) return 0
  // Every role can write to the list, so it may name content that is in use.
  await removeUnused(
    cleaning,
    project,
    removed.map(({ version }) => version),
  )
  await deleteRemovedVersions(
    project,
    removed.map(({ id }) => id),
  )
  return removed.length
}

/** Removes the content of the versions that no row refers to. */
async function removeUnused(
  cleaning: CleaningState,
  project: Project,
  versions: readonly string[],
): Promise<void> {
  const kept = await findReferenced(systemOf(cleaning, project), versions)
  const unused = versions.filter((version) => !kept.has(version))
  await cleaning.storeOf(project).remove(unused)
  await cleaning.imagesOf(project).remove(unused)
}

async function recover(cleaning: CleaningState, project: Project): Promise<void> {
  const store = cleaning.storeOf(project)
  const system = systemOf(cleaning, project)
  await store.usage.open()
  await forEach(system, await store.unsettled(), (version, isReferenced) =>
    isReferenced ? store.settle(version) : store.discard(version),
  )
  // The id of a resumable upload is the version of its object.
  const uploads = cleaning.uploadFilesOf(project)
  await forEach(system, await uploads.unfinished(), async (id, isReferenced) => {
    if (isReferenced) await uploads.finish(id)
  })
  removeContent(cleaning, project)
}

async function forEach(
  system: StorageSession,
  versions: readonly string[],
  act: (version: string, isReferenced: boolean) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < versions.length; at += BATCH) {
    const batch = versions.slice(at, at + BATCH)
    const kept = await findReferenced(system, batch)
    for (const version of batch) await act(version, kept.has(version))
  }
}

async function sweep(cleaning: CleaningState, project: Project): Promise<void> {
  const store = cleaning.storeOf(project)
  const ago = (ms: number) => new Date(cleaning.clock.now().getTime() - ms)
  for await (const group of store.published(ago(GRACE_MS)))
    await removeUnused(cleaning, project, group)
  await cleaning.uploadFilesOf(project).removeOlder(ago(EXPIRATION_MS))
  await deleteMultipartsBefore(systemOf(cleaning, project), ago(MULTIPART_MS))
  await deleteBulkJobsBefore(project, ago(BULK_JOBS_MS))
  await store.usage.measure()
  await cleaning.imagesOf(project).trim()
  removeContent(cleaning, project)
}
