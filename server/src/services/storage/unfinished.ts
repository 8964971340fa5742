import type { Clock } from '../../lib/clock.ts'
import type { AppError } from '../../lib/errors.ts'
import { tooManyUnfinished, unfinishedTooLarge } from './errors.ts'
import { countMultiparts, type StoredUploads } from './queries.ts'
import type { UploadFiles } from './resumable/upload-files.ts'
import type { StorageSession } from './session.ts'

/** The addition of a request to the unfinished uploads of a project. */
export type Addition =
  | { readonly kind: 'multipart'; readonly id: string }
  | { readonly kind: 'part'; readonly id: string; readonly bytes: number }
  /** `size` is the upload's size when the request has ended. */
  | {
      readonly kind: 'resumable'
      readonly id: string
      readonly isNew: boolean
      readonly size: number
    }

/** The unfinished multipart and resumable uploads of one project, which have a common limit. */
export type Unfinished = {
  /**
   * Runs work that adds to them. First rejects with 507 `too_many_unfinished_uploads` or
   * `unfinished_uploads_too_large`, even if only concurrent requests would exceed the limit
   * together.
   */
  within<T>(system: StorageSession, addition: Addition, work: () => Promise<T>): Promise<T>
}

const MAX_UPLOADS = 1000
/** After this time, changes of the rows that the project's owner made with SQL are noticed. */
const MAX_AGE_MS = 60_000

type UnfinishedDeps = {
  readonly files: Pick<UploadFiles, 'sizes' | 'sizeOf'>
  readonly maxBytes: number
  readonly clock: Clock
}

type UnfinishedState = UnfinishedDeps & {
  /** The multipart uploads and parts in the database when they were last counted. */
  measured: { readonly multiparts: StoredUploads; readonly at: number } | undefined
  measuring: Promise<void> | undefined
  /** Starts after the current one, so that it sees everything before the request. */
  next: Promise<void> | undefined
  /** The sizes of the resumable uploads in the folder. */
  readonly resumables: Map<string, number>
  /** Additions to the database since it was measured. Removals are not subtracted. */
  readonly added: { count: number; bytes: number }
  readonly inProgress: InProgress
}

/** Additions of requests in progress, so that they count before they are stored. */
type InProgress = {
  readonly multiparts: Set<string>
  readonly parts: Map<string, number>
  readonly resumables: Map<string, number>
}

/**
 * Counts additions in memory, and measures what is stored only if that could be too much: measuring
 * reads every row and lists a folder, and an upload can have thousands of parts.
 */
export function createUnfinished(deps: UnfinishedDeps): Unfinished {
  const state: UnfinishedState = {
    ...deps,
    measured: undefined,
    measuring: undefined,
    next: undefined,
    resumables: new Map(),
    added: { count: 0, bytes: 0 },
    inProgress: { multiparts: new Set(), parts: new Map(), resumables: new Map() },
  }
  return {
    async within(system, addition, work) {
      const release = reserve(state.inProgress, addition)
      try {
        await admit(state, system, addition)
        let hasFailed = true
        try {
          const result = await work()
          hasFailed = false
          return result
        } finally {
          await note(state, addition, hasFailed)
        }
      } finally {
        release()
      }
    },
  }
}

function reserve({ multiparts, parts, resumables }: InProgress, addition: Addition): () => void {
  const { id } = addition
  if (addition.kind === 'multipart') {
    multiparts.add(id)
    return () => multiparts.delete(id)
  }
  const [sizes, size] =
    addition.kind === 'part' ? [parts, addition.bytes] : [resumables, addition.size]
  sizes.set(id, size)
  return () => sizes.delete(id)
}

async function admit(
  state: UnfinishedState,
  system: StorageSession,
  addition: Addition,
): Promise<void> {
  const { measured, clock } = state
  const isCurrent = measured && clock.now().getTime() - measured.at < MAX_AGE_MS
  if (isCurrent && !refusalOf(state, addition)) return
  state.next ??= measureNext(state, system)
  await state.next
  const refused = refusalOf(state, addition)
  if (refused) throw refused
}

function refusalOf(state: UnfinishedState, addition: Addition): AppError | undefined {
  const { count, bytes } = total(state)
  const isNew = addition.kind === 'multipart' || (addition.kind === 'resumable' && addition.isNew)
  if (isNew && count > MAX_UPLOADS) return tooManyUnfinished(MAX_UPLOADS)
  return bytes > state.maxBytes ? unfinishedTooLarge(state.maxBytes) : undefined
}

/** The unfinished uploads that are stored, and those that requests in progress add. */
function total({ measured, added, resumables, inProgress }: UnfinishedState): StoredUploads {
  const sizes = new Map(resumables)
  for (const [id, size] of inProgress.resumables) sizes.set(id, Math.max(size, sizes.get(id) ?? 0))
  const stored = measured?.multiparts ?? { count: 0, bytes: 0 }
  return {
    count: stored.count + added.count + inProgress.multiparts.size + sizes.size,
    bytes: stored.bytes + added.bytes + sum(inProgress.parts.values()) + sum(sizes.values()),
  }
}

async function measureNext(state: UnfinishedState, system: StorageSession): Promise<void> {
  await state.measuring?.catch(() => {})
  state.next = undefined
  state.measuring = measure(state, system)
  await state.measuring
}

async function measure(state: UnfinishedState, system: StorageSession): Promise<void> {
  const { added, resumables, files, clock } = state
  // Additions while the rows are read count twice rather than never.
  const before = { ...added }
  const multiparts = await countMultiparts(system)
  const sizes = await files.sizes()
  added.count -= before.count
  added.bytes -= before.bytes
  state.measured = { multiparts, at: clock.now().getTime() }
  for (const id of resumables.keys()) if (!sizes.has(id)) resumables.delete(id)
  for (const [id, size] of sizes) resumables.set(id, size)
}

/** Counts the addition of a finished request. A failed upload keeps the bytes that had arrived. */
async function note(
  { added, resumables, files }: UnfinishedState,
  addition: Addition,
  hasFailed: boolean,
): Promise<void> {
  if (addition.kind === 'resumable') {
    const size = await files.sizeOf(addition.id)
    if (size === undefined) resumables.delete(addition.id)
    else resumables.set(addition.id, size)
  } else if (hasFailed) return
  else if (addition.kind === 'part') added.bytes += addition.bytes
  else added.count += 1
}

const sum = (numbers: Iterable<number>): number => {
  let total = 0
  for (const number of numbers) total += number
  return total
}
