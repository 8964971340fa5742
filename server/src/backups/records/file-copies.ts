import { z } from 'zod'
import type { Session } from '../../postgres/session.ts'
import { sql } from '../../postgres/sql.ts'
import type { FileCopy } from '../port.ts'

const Row = z
  .object({
    copied_at: z.date().nullable(),
    files: z.coerce.number(),
    bytes: z.coerce.number(),
    failure: z.string().nullable(),
  })
  .transform((row): FileCopy => ({
    copiedAt: row.copied_at,
    files: row.files,
    bytes: row.bytes,
    failure: row.failure,
  }))

export const findFileCopy = (session: Session, ref: string) =>
  session.maybe(
    sql`select copied_at, files, bytes, failure from backups.file_copies where ref = ${ref}`,
    Row,
  )

export const saveFileCopy = (
  session: Session,
  ref: string,
  { at, files, bytes }: { readonly at: Date; readonly files: number; readonly bytes: number },
) =>
  session.run(sql`
    insert into backups.file_copies (ref, copied_at, files, bytes)
    values (${ref}, ${at}, ${files}::bigint, ${bytes}::bigint)
    on conflict (ref) do update set
      copied_at = excluded.copied_at, files = excluded.files, bytes = excluded.bytes, failure = null`)

export const saveFileFailure = (session: Session, ref: string, failure: string) =>
  session.run(sql`
    insert into backups.file_copies (ref, failure) values (${ref}, ${failure})
    on conflict (ref) do update set failure = excluded.failure
    where file_copies.failure is distinct from excluded.failure`)

/** The last list in the store is right: nothing has changed since. */
export const clearFileFailure = (session: Session, ref: string) =>
  session.run(sql`
    update backups.file_copies set failure = null where ref = ${ref} and failure is not null`)

export const deleteFileCopy = (session: Session, ref: string) =>
  session.run(sql`delete from backups.file_copies where ref = ${ref}`)

/** How many projects' files could not be copied the last time. */
export async function countFileFailures(session: Session): Promise<number> {
  const row = await session.one(
    sql`select count(*) as failed from backups.file_copies where failure is not null`,
    z.object({ failed: z.coerce.number() }),
  )
  return row.failed
}
