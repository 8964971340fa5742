import { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

/** A table's indexes as Postgres would write them, by name. */
export const readIndexes = (tx: Session, id: number): Promise<TableDetail['indexes']> =>
  tx.many(
    sql`
      select
        c.relname::text as name,
        pg_get_indexdef(i.indexrelid) as definition,
        i.indisunique as is_unique
      from pg_index i
      join pg_class c on c.oid = i.indexrelid
      where i.indrelid = ${String(id)}::oid
      order by c.relname`,
    TableDetail.shape.indexes.element,
  )
