import { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

const Row = z.object({
  can: TableDetail.shape.can,
  view_definition: TableDetail.shape.view_definition,
})

/**
 * The changes that the owner's role may make to a relation's rows (by its privileges, and by the
 * relation's kind or its INSTEAD OF triggers), and a view's query.
 */
export const readAbilities = (tx: Session, id: number): Promise<z.infer<typeof Row>> =>
  tx.one(
    sql`
      select
        json_build_object(
          'insert', r.takes & 8 <> 0 and has_any_column_privilege(c.oid, 'insert'),
          'update', r.takes & 4 <> 0 and has_any_column_privilege(c.oid, 'update'),
          'delete', r.takes & 16 <> 0 and has_table_privilege(c.oid, 'delete')
        ) as can,
        case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid, true) end as view_definition
      from pg_class c
      -- Bits of Postgres's CmdType: 4 update, 8 insert, 16 delete.
      cross join lateral (select pg_relation_is_updatable(c.oid, true) as takes) r
      where c.oid = ${String(id)}::oid`,
    Row,
  )
