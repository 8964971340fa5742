import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { sql } from '../../postgres/sql.ts'
import type { UploadFiles } from './resumable/upload-files.ts'
import type { StorageSession } from './session.ts'

/** What a request adds to the unfinished uploads of a project. */
export type Addition =
  | { readonly kind: 'multipart'; readonly id: string }
  | { readonly kind: 'part'; readonly id: string; readonly bytes: number }
  /** `size` is that of the upload when the request has ended. */
  | {
      readonly kind: 'resumable'
      readonly id: string
      readonly isNew: boolean
      readonly size: number
    }

/** The unfinished multipart and resumable uploads of one project, which have a common limit. */
export type Unfinished = {
  /**
   * Does work that adds to them. Rejects before with 507 `too_many_unfinished_uploads` or
   * `unfinished_uploads_too_large`, also when requests at the same time would exceed the limit together.
   */
  within<T>(system: StorageSession, addition: Addition, work: () => Promise<T>): Promise<T>
}

const MAX_UPLOADS = 1000

const Stored = z.object({ count: z.int(), bytes: z.number() })

export function createUnfinished({
  files,
  maxBytes,
}: {
  readonly files: Pick<UploadFiles, 'sizes'>
  readonly maxBytes: number
}): Unfinished {
  // What requests in progress add, so that it is counted before it is stored.
  const multiparts = new Set<string>()
  const parts = new Map<string, number>()
  const resumables = new Map<string, number>()

  function reserve(addition: Addition): () => void {
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

  async function measure(system: StorageSession) {
    // Read before the rows, so that what is stored in between counts twice and not never.
    const inProgress = { count: multiparts.size, bytes: sum(parts.values()) }
    const stored = await system.maybe(
      sql`
        select pg_catalog.jsonb_build_object(
          'count', (select pg_catalog.count(*) from storage.s3_multipart_uploads),
          'bytes', (
            select coalesce(pg_catalog.sum(p.size), 0) from storage.s3_multipart_uploads_parts as p))`,
      Stored,
    )
    const arrived = new Map(await files.sizes())
    for (const [id, size] of resumables) arrived.set(id, Math.max(size, arrived.get(id) ?? 0))
    return {
      count: (stored?.count ?? 0) + inProgress.count + arrived.size,
      bytes: (stored?.bytes ?? 0) + inProgress.bytes + sum(arrived.values()),
    }
  }

  return {
    async within(system, addition, work) {
      const release = reserve(addition)
      try {
        const { count, bytes } = await measure(system)
        const isNew =
          addition.kind === 'multipart' || (addition.kind === 'resumable' && addition.isNew)
        if (isNew && count > MAX_UPLOADS)
          throw refusal(
            'too_many_unfinished_uploads',
            `The project has ${MAX_UPLOADS} unfinished uploads, which is the limit.`,
          )
        if (bytes > maxBytes)
          throw refusal(
            'unfinished_uploads_too_large',
            `The unfinished uploads of the project can have ${maxBytes} bytes together.`,
          )
        return await work()
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
