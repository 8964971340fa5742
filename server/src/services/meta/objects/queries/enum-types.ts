import { EnumType } from '@stoa/contract/services/meta/objects'
import type { Session } from '../../../../postgres/database.ts'
import { sql } from '../../../../postgres/sql.ts'
import { commentOn, ENUM_VALUES } from '../../catalogue/sql-parts.ts'
import { readPage } from './page.ts'
import { isFound, isInSchema, lockedBy, pageSql, type PageRequest } from './sql-parts.ts'

/** The enumerated types of a schema, by name, each with its values in their order. */
export function readEnumTypes(tx: Session, wanted: PageRequest & { readonly schema: string }) {
  const found = sql`
    from pg_type t
    join pg_namespace n on n.oid = t.typnamespace
    where ${isInSchema(wanted.schema)} and t.typtype = 'e' and ${isFound(sql`t.typname`, wanted)}`
  return readPage(
    tx,
    {
      found,
      items: sql`
        select
          t.oid as id,
          n.nspname::text as schema,
          t.typname::text as name,
          ${lockedBy({ catalogue: sql`'pg_type'`, id: sql`t.oid`, owner: sql`t.typowner` })} as locked_by,
          ${ENUM_VALUES} as values,
          ${commentOn(sql`'pg_type'`, sql`t.oid`)}
        ${found}
        order by t.typname
        ${pageSql(wanted)}`,
    },
    EnumType,
  )
}
