import type { Column, TableSummary } from '@stoa/contract/services/meta/catalogue'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { ident, sql } from '../../../postgres/sql.ts'
import type { DefinitionSession } from '../history/change-definition.ts'
import { dropAddedConstraint, restoreConstraint, restoreIndex } from './undo-sql.ts'

type Target = {
  readonly table: TableSummary
  readonly column: Column
  readonly isUnique: boolean
}

/**
 * Adds a unique constraint to a column, or drops every constraint and index that makes this single
 * column unique. The primary key stays.
 */
export async function setUnique(
  tx: DefinitionSession,
  { table, column, isUnique }: Target,
): Promise<void> {
  const name = ident(table.schema, table.name)
  if (isUnique) {
    await tx.define(sql`alter table ${name} add unique (${ident(column.name)})`, {
      effect: 'index',
      undo: await dropAddedConstraint(tx, table),
    })
    return
  }
  for (const key of await findKeys(tx, table.id, column.position)) {
    if (key.constraint === null)
      await tx.define(sql`drop index ${ident(key.schema, key.index)}`, {
        undo: await restoreIndex(tx, key),
      })
    else
      await tx.define(sql`alter table ${name} drop constraint ${ident(key.constraint)}`, {
        undo: await restoreConstraint(tx, table, key.constraint),
      })
  }
}

const Key = z.object({
  schema: z.string(),
  index: z.string(),
  constraint: z.string().nullable(),
})

const findKeys = (tx: Session, id: number, position: number) =>
  tx.many(
    sql`
      select
        n.nspname::text as schema,
        c.relname::text as index,
        k.conname::text as constraint
      from pg_index i
      join pg_class c on c.oid = i.indexrelid
      join pg_namespace n on n.oid = c.relnamespace
      left join pg_constraint k on k.conindid = i.indexrelid and k.contype = 'u'
      where i.indrelid = ${String(id)}::oid
        and i.indisunique
        and not i.indisprimary
        and i.indnkeyatts = 1
        and i.indpred is null
        and i.indkey[0] = ${position}::int2`,
    Key,
  )
