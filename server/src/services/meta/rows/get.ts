import type { Row } from '@stoa/contract/services/meta/rows'
import { z } from 'zod'
import type { Caller } from '../../../project/caller.ts'
import type { Project } from '../../../project/project.ts'
import { AppError } from '../../../lib/errors.ts'
import { rowNotFound } from '../errors.ts'
import type { Session } from '../../../postgres/database.ts'
import { emptySql, ident, joinSql, sql } from '../../../postgres/sql.ts'
import { readDatabase } from '../session.ts'
import type { Sight } from '../withheld.ts'
import { explainFailure } from './blame.ts'
import { cutCells, ROW_CELL_LIMIT, selectList, toRow } from './cells.ts'
import { keyProbes, keySql, keyValues, type Key } from './keys.ts'
import { readShape, tableSql, type TableShape } from './shape.ts'

/**
 * One row with complete cells. 404 `row_not_found`, 409 `key_not_unique`, 413 `row_too_large`, 400
 * `invalid_key`.
 */
export const getRow = (
  project: Project,
  id: number,
  { key, sight, caller }: GetOptions,
): Promise<Row & { columns: string[] }> =>
  readDatabase(
    project,
    async (tx) => {
      const table = await readShape(tx, id, sight)
      const values = keyValues(table, key)
      await refuseHugeRow(tx, table, values)
      const row = await findRow(tx, table, values)
      if (!row) throw rowNotFound()
      return { ...row, columns: table.columns.map((column) => column.name) }
    },
    caller,
  )

type GetOptions = {
  readonly key: Key
  readonly sight: Sight
  readonly caller?: Caller | undefined
}

type FindOptions = {
  /** Lock it until the transaction ends. */
  readonly lock?: boolean
  /** Leave out the rows of tables that inherit from this one. */
  readonly isOwn?: boolean
}

/** The row with a key; undefined if there is none. 409 `key_not_unique`. */
export async function findRow(
  tx: Session,
  table: TableShape,
  values: readonly string[],
  { lock = false, isOwn = false }: FindOptions = {},
): Promise<Row | undefined> {
  const statement = sql`
    select ${selectList(table, ROW_CELL_LIMIT)}
    from ${isOwn ? sql`only ` : emptySql}${tableSql(table)}
    where ${keySql(table, [values])}
    ${lock ? sql`for update` : emptySql}`
  const { rows } = await explainFailure(tx, () => tx.text(statement), {
    probes: keyProbes(table, [values]),
  })
  if (rows.length > 1) throw keyNotUnique(table)
  return rows[0] && cutCells(toRow(rows[0]), ROW_CELL_LIMIT).row
}

/** A primary key does not apply to the rows of tables that inherit from its table. */
export const keyNotUnique = (table: TableShape) =>
  new AppError('key_not_unique', `Several rows of ${table.name} have this primary key.`, {
    status: 409,
    hint: 'Some belong to tables that inherit from it. Open the row in its own table, or use the SQL editor.',
  })

async function refuseHugeRow(
  tx: Session,
  table: TableShape,
  values: readonly string[],
): Promise<void> {
  const sizes = table.columns
    .filter((column) => column.is_long)
    .map(({ name }) => sql`octet_length(pg_catalog.format('%s', ${ident(name)}))::bigint`)
  if (sizes.length === 0) return
  const statement = sql`
    select max(${joinSql(sizes, ' + ')})::float8 as bytes
    from ${tableSql(table)}
    where ${keySql(table, [values])}`
  const found = await explainFailure(
    tx,
    () => tx.one(statement, z.object({ bytes: z.number().nullable() })),
    { probes: keyProbes(table, [values]) },
  )
  if (found.bytes === null || found.bytes <= ROW_CELL_LIMIT) return
  throw new AppError('row_too_large', 'The row is too large to show in full.', {
    status: 413,
    hint: 'Read a part of it in the SQL editor, for example with substring().',
    details: { bytes: found.bytes, limit: ROW_CELL_LIMIT },
  })
}
