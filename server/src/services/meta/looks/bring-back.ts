import type { bringBack as bringBackEndpoint } from '@stoa/contract/services/meta/looks'
import { z } from 'zod'
import { isDatabaseFailure } from '../../../postgres/failures.ts'
import { rawSql, statementText, type Sql } from '../../../postgres/sql.ts'
import type { Member } from '../../../project/member.ts'
import {
  authorOf,
  originOf,
  recordingStatements,
  type NewMigration,
} from '../../../project/migration-record.ts'
import type { QueriedProject } from '../../../project/project.ts'
import { refuseProtectedSchema } from '../protected-schemas.ts'
import * as statements from './bring-back-sql.ts'
import type { TableName } from './bring-back-sql.ts'
import {
  invalidCondition,
  keyHasChanged,
  needsKey,
  pastTableNotFound,
  presentTableMissing,
} from './errors.ts'
import { newTableName } from './new-table-name.ts'
import { Columns, columnsOf, type PastColumn } from './queries.ts'
import { copyBetween, withBoth, type CopySession } from './sessions.ts'

export type BringBack = z.infer<NonNullable<(typeof bringBackEndpoint)['body']>>
type Result = z.infer<(typeof bringBackEndpoint)['response']>

type Sides = {
  /** The look and the moment that it shows. */
  readonly past: QueriedProject
  readonly moment: Date
  readonly present: QueriedProject
  readonly signal: AbortSignal
}

/** Counts the rows that would be brought back, and refuses what `bringBack` would refuse first. */
export const previewBringBack = (sides: Sides, wanted: BringBack) =>
  withBoth(sides.past, sides.present, {
    signal: sides.signal,
    async work({ past, present }) {
      const plan = await planOf({ past, present }, sides.moment, wanted)
      const source = { schema: wanted.schema, table: wanted.table }
      return {
        rows: await countOf(past, statements.countSql(source, wanted.where)),
        present: plan.isPresent ? await countOf(present, statements.countSql(source)) : null,
        target: plan.target.table,
      }
    },
  })

/** Copies the rows in one transaction of the project's owner. */
export const bringBack = (sides: Sides, member: Member, wanted: BringBack): Promise<Result> =>
  withBoth(sides.past, sides.present, {
    signal: sides.signal,
    async work({ past, present }) {
      const plan = await planOf({ past, present }, sides.moment, wanted)
      await present.run(rawSql('begin'))
      await present.run(rawSql(`set local lock_timeout = '5s'`))
      const before = plan.key ? await countOf(present, statements.countSql(plan.target)) : 0
      const copied = { past, present, plan, wanted }
      const counts = plan.key
        ? await insertMissing(copied, plan.key)
        : await fillNewTable(copied, member)
      const after = await countOf(present, statements.countSql(plan.target))
      await present.run(rawSql('commit'))
      return { ...plan.target, ...counts, before, after }
    },
  })

type Plan = {
  readonly target: TableName
  readonly columns: readonly PastColumn[]
  /** The primary key of the present table; undefined for a new table. */
  readonly key: readonly string[] | undefined
  readonly isPresent: boolean
}

type Sessions = { readonly past: CopySession; readonly present: CopySession }

/** Begins the read-only transaction of the look, and compares the tables. */
async function planOf(
  { past, present }: Sessions,
  moment: Date,
  { schema, table, where, into }: BringBack,
): Promise<Plan> {
  refuseProtectedSchema(schema, 'Restore the whole project instead, or choose a table of your own.')
  const name = `${schema}.${table}`
  await past.run(rawSql('begin read only'))
  const columns = (await readColumns(past, { schema, table })).filter(
    ({ is_generated: isGenerated }) => !isGenerated,
  )
  if (columns.length === 0) throw pastTableNotFound(name)
  await checkCondition(past, { schema, table }, where)
  const now = await readColumns(present, { schema, table })
  const isPresent = now.length > 0
  if (into === 'new_table') {
    const target = { schema, table: newTableName(table, moment) }
    return { target, columns, key: undefined, isPresent }
  }
  if (!isPresent) throw presentTableMissing(name)
  const writable = new Set(now.filter((each) => !each.is_generated).map((each) => each.name))
  const shared = columns.filter((column) => writable.has(column.name))
  const key = keyOf(now)
  if (key.length === 0) throw needsKey(name)
  const names = new Set(shared.map((column) => column.name))
  if (!key.every((column) => names.has(column))) throw keyHasChanged(name)
  return { target: { schema, table }, columns: shared, key, isPresent }
}

const keyOf = (columns: readonly PastColumn[]): readonly string[] =>
  columns.filter((column) => column.key_position !== null).map(({ name }) => name)

async function readColumns(
  session: CopySession,
  { schema, table }: TableName,
): Promise<readonly PastColumn[]> {
  // Types print with their schema if it is not on the path.
  await session.run(rawSql(`set search_path to pg_catalog, pg_temp`))
  const { rows } = await session.run(columnsOf(schema, table))
  await session.run(rawSql('set search_path to default'))
  return Columns.parse(rows)
}

async function checkCondition(
  past: CopySession,
  name: TableName,
  where: string | null,
): Promise<void> {
  try {
    await past.run(statements.checkSql(name, where))
  } catch (error) {
    if (where === null || !isDatabaseFailure(error)) throw error
    throw invalidCondition(error.message, error)
  }
}

type Copied = Sessions & { readonly plan: Plan; readonly wanted: BringBack }

const sourceOf = ({ past, plan, wanted }: Copied) => ({
  session: past,
  statement: statements.readSql(wanted, {
    columns: plan.columns.map(({ name }) => name),
    where: wanted.where,
  }),
})

async function insertMissing(copied: Copied, key: readonly string[]) {
  const { present, plan, past, wanted } = copied
  const columns = plan.columns.map(({ name }) => name)
  const rows = await countOf(past, statements.countSql(wanted, wanted.where))
  await present.run(statements.createStageSql(plan.target, columns))
  const stage = { session: present, statement: statements.writeStageSql(columns) }
  await copyBetween(sourceOf(copied), stage)
  const { rowCount } = await present.run(statements.insertMissingSql(plan.target, { columns, key }))
  return { rows, inserted: rowCount ?? 0 }
}

async function fillNewTable(copied: Copied, member: Member) {
  const { present, plan } = copied
  const defined = statements.createTableSql(plan.target, plan.columns)
  for (const statement of defined) await present.run(statement)
  const columns = plan.columns.map(({ name }) => name)
  await copyBetween(sourceOf(copied), {
    session: present,
    statement: statements.writeSql(plan.target, columns),
  })
  const rows = await countOf(present, statements.countSql(plan.target))
  for (const statement of recordingStatements(recordOf(plan.target, defined, member)))
    await present.run(statement)
  return { rows, inserted: rows }
}

const recordOf = (target: TableName, defined: readonly Sql[], member: Member): NewMigration => ({
  name: `create_table_${target.table}`,
  statements: defined.map(statementText),
  author: authorOf(member),
  rollback: [statementText(statements.dropTableSql(target))],
  details: {
    ...originOf(member, 'backup'),
    loss: 'The rows of the table, which came from an earlier moment.',
  },
})

const Count = z.tuple([z.object({ rows: z.number() })])

async function countOf(session: CopySession, statement: Sql): Promise<number> {
  const { rows } = await session.run(statement)
  return Count.parse(rows)[0].rows
}
