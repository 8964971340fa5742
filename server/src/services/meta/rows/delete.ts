import type { Caller } from '../../../project/caller.ts'
import type { Project } from '../../../project/project.ts'
import { rowsNotFound } from '../errors.ts'
import type { Session } from '../../../postgres/database.ts'
import { ident, joinSql, sql } from '../../../postgres/sql.ts'
import { deleteFromDatabase } from '../session.ts'
import { explainFailure } from './blame.ts'
import { keyNotUnique } from './get.ts'
import { bindKey, keyProbes, keySql, keyValues, type Key } from './keys.ts'
import { readWritableShape, tableSql, type TableShape } from './shape.ts'

/**
 * Deletes the rows with these keys, all or none. 404 `row_not_found` with the positions of missing
 * rows in `details`, 409 `foreign_key_violation` if one is referenced, 409 `key_not_unique`.
 */
export const deleteRows = (
  project: Project,
  id: number,
  { keys, caller }: { readonly keys: readonly Key[]; readonly caller?: Caller | undefined },
): Promise<number> =>
  deleteFromDatabase(
    project,
    async (tx) => {
      const table = await readWritableShape(tx, id)
      const values = keys.map((key) => keyValues(table, key))
      await refuseMissing(tx, table, values)
      if (table.has_heirs) await refuseAmbiguous(tx, table, values)
      return tx.run(sql`delete from ${tableSql(table)} where ${keySql(table, values)}`)
    },
    { caller },
  )

type Keys = readonly (readonly string[])[]

async function refuseMissing(tx: Session, table: TableShape, keys: Keys): Promise<void> {
  const lock = sql`select from ${tableSql(table)} where ${keySql(table, keys)} for update`
  await explainFailure(tx, () => tx.run(lock), { probes: keyProbes(table, keys) })
  const names = table.primaryKey.map((_, index) => ident(`k${index}`))
  const tuples = keys.map(
    (values, index) => sql`(${index}::int, ${joinSql(bindKey(table, values))})`,
  )
  const match = table.primaryKey.map(
    (column, index) => sql`t.${ident(column.name)} = k.${ident(`k${index}`)}`,
  )
  const missing = await tx.text(sql`
    select k.place
    from (values ${joinSql(tuples)}) as k (place, ${joinSql(names)})
    where not exists (select from ${tableSql(table)} t where ${joinSql(match, ' and ')})
    order by k.place`)
  if (missing.rows.length === 0) return
  throw rowsNotFound(missing.rows.map(([place]) => Number(place)))
}

async function refuseAmbiguous(tx: Session, table: TableShape, keys: Keys): Promise<void> {
  const names = joinSql(table.primaryKey.map((column) => ident(column.name)))
  const { rows } = await tx.text(sql`
    select 1 from ${tableSql(table)} where ${keySql(table, keys)}
    group by ${names} having count(*) > 1 limit 1`)
  if (rows.length > 0) throw keyNotUnique(table)
}
