import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { sql } from '../../postgres/sql.ts'
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

const Total = z.object({ count: z.int(), bytes: z.number() })

/**
 * Counts additions in memory, and measures what is stored only if that could be too much: measuring
 * reads every row and lists a folder, and an upload can have thousands of parts.
 */
export function createUnfinished({
  files,
  maxBytes,
  clock,
}: {
  readonly files: Pick<UploadFiles, 'sizes' | 'sizeOf'>
  readonly maxBytes: number
  readonly clock: Clock
}): Unfinished {
  /** The multipart uploads and parts in the database, and the resumable uploads in the folder. */
  let measured: { readonly multiparts: z.infer<typeof Total>; readonly at: number } | undefined
  let measuring: Promise<void> | undefined
  /** Starts after the current one, so that it sees everything before the request. */
  let next: Promise<void> | undefined
  const resumables = new Map<string, number>()
  /** Additions to the database since it was measured. Removals are not subtracted. */
  const added = { count: 0, bytes: 0 }
  // Additions of requests in progress, so that they count before they are stored.
  const multiparts = new Set<string>()
  const parts = new Map<string, number>()
  const arriving = new Map<string, number>()

  function reserve(addition: Addition): () => void {
    const { id } = addition
    if (addition.kind === 'multipart') {
      multiparts.add(id)
      return () => multiparts.delete(id)
    }
    const [sizes, size] =
      addition.kind === 'part' ? [parts, addition.bytes] : [arriving, addition.size]
    sizes.set(id, size)
    return () => sizes.delete(id)
  }

  /** The addition of a finished request. A failed upload keeps the bytes that had arrived. */
  async function note(addition: Addition, hasFailed: boolean): Promise<void> {
    if (addition.kind === 'resumable') {
      const size = await files.sizeOf(addition.id)
      if (size === undefined) resumables.delete(addition.id)
      else resumables.set(addition.id, size)
    } else if (hasFailed) return
    else if (addition.kind === 'part') added.bytes += addition.bytes
    else added.count += 1
  }

  async function measure(system: StorageSession): Promise<void> {
    // Additions while the rows are read count twice rather than never.
    const before = { ...added }
    const stored = await system.maybe(
      sql`
        select pg_catalog.jsonb_build_object(
          'count', (select pg_catalog.count(*) from storage.s3_multipart_uploads),
          'bytes', (
            select coalesce(pg_catalog.sum(p.size), 0) from storage.s3_multipart_uploads_parts as p))`,
      Total,
    )
    const sizes = await files.sizes()
    added.count -= before.count
    added.bytes -= before.bytes
    measured = { multiparts: stored ?? { count: 0, bytes: 0 }, at: clock.now().getTime() }
    for (const id of resumables.keys()) if (!sizes.has(id)) resumables.delete(id)
    for (const [id, size] of sizes) resumables.set(id, size)
  }

  async function measureNext(system: StorageSession): Promise<void> {
    await measuring?.catch(() => {})
    next = undefined
    measuring = measure(system)
    await measuring
  }

  function total() {
    const sizes = new Map(resumables)
    for (const [id, size] of arriving) sizes.set(id, Math.max(size, sizes.get(id) ?? 0))
    return {
      count: (measured?.multiparts.count ?? 0) + added.count + multiparts.size + sizes.size,
      bytes:
        (measured?.multiparts.bytes ?? 0) + added.bytes + sum(parts.values()) + sum(sizes.values()),
    }
  }

  function refusalOf(addition: Addition): AppError | undefined {
    const { count, bytes } = total()
    const isNew = addition.kind === 'multipart' || (addition.kind === 'resumable' && addition.isNew)
    if (isNew && count > MAX_UPLOADS)
      return refusal(
        'too_many_unfinished_uploads',
        `The project has ${MAX_UPLOADS} unfinished uploads, which is the limit.`,
      )
    if (bytes > maxBytes)
      return refusal(
        'unfinished_uploads_too_large',
        `The unfinished uploads of the project can have ${maxBytes} bytes together.`,
      )
    return undefined
  }

  async function admit(system: StorageSession, addition: Addition): Promise<void> {
    const isCurrent = measured && clock.now().getTime() - measured.at < MAX_AGE_MS
    if (isCurrent && !refusalOf(addition)) return
    next ??= measureNext(system)
    await next
    const refused = refusalOf(addition)
    if (refused) throw refused
  }

  return {
    async within(system, addition, work) {
      const release = reserve(addition)
      try {
        await admit(system, addition)
        let hasFailed = true
        try {
          const result = await work()
          hasFailed = false
          return result
        } finally {
          await note(addition, hasFailed)
        }
      } finally {
        release()
      }
    },
  }
}

const sum = (numbers: Iterable<number>): number => {
  let total = 0
  for (const number of numbers) total += number
  return total
}

const refusal = (code: string, message: string) =>
  new AppError(code, message, {
    status: 507,
    hint: 'Complete or abort uploads. Unfinished ones expire: resumable ones after 24 hours, S3 multipart ones after seven days.',
  })
