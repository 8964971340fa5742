import type { FileColumn, FileFormat } from '@stoa/contract/services/table-files'
import type { FilePlace } from '@stoa/contract/services/wrappers/files'
import type { Session } from '../../../postgres/session.ts'
import { sql } from '../../../postgres/sql.ts'

/** The number of the lock that creations wait for. */
const LOCK = 7_305_620

/** Makes other creations wait until the end of the transaction. */
export const lockCreation = (tx: Session): Promise<number> =>
  tx.run(sql`select pg_catalog.pg_advisory_xact_lock(${LOCK})`)

export const lockSource = (tx: Session, id: string): Promise<number> =>
  tx.run(sql`select from stoa.file_sources where id = ${id}::uuid for update`)

type SourceRow = {
  readonly id: string
  readonly place: FilePlace
  readonly format: FileFormat
  readonly schedule: string | null
  readonly secret: { readonly id: string | null; readonly isOwn: boolean }
  readonly belongsTo: string
}

type NewSourceRow = SourceRow & {
  readonly schema: string
  readonly table: string
  readonly columns: readonly FileColumn[]
}

export const insertSource = (tx: Session, row: NewSourceRow): Promise<number> =>
  tx.run(sql`
    insert into stoa.file_sources (id, schema, "table", place, format, columns, schedule,
      secret_id, owns_secret, belongs_to)
    values (${row.id}::uuid, ${row.schema}, ${row.table}, ${JSON.stringify(row.place)}::jsonb,
      ${JSON.stringify(row.format)}::jsonb, ${JSON.stringify(row.columns)}::jsonb,
      ${row.schedule}, ${row.secret.id}::uuid, ${row.secret.isOwn}::boolean, ${row.belongsTo})`)

type ChangedSourceRow = SourceRow & {
  readonly version: { readonly etag: string | null; readonly lastModified: string | null }
}

export const updateSourceRow = (tx: Session, row: ChangedSourceRow): Promise<number> =>
  tx.run(sql`
    update stoa.file_sources set
      place = ${JSON.stringify(row.place)}::jsonb,
      format = ${JSON.stringify(row.format)}::jsonb,
      schedule = ${row.schedule},
      secret_id = ${row.secret.id}::uuid,
      owns_secret = ${row.secret.isOwn}::boolean,
      belongs_to = ${row.belongsTo},
      etag = ${row.version.etag},
      last_modified = ${row.version.lastModified}
    where id = ${row.id}::uuid`)

export const deleteSourceRow = (tx: Session, id: string): Promise<number> =>
  tx.run(sql`delete from stoa.file_sources where id = ${id}::uuid`)
