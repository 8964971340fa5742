import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import type { Session } from '../../../postgres/database.ts'
import { emptySql, quoteIdent, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { commentSql } from '../ddl/column-sql.ts'
import { readNamedSettings } from '../catalogue/setting-queries.ts'
import { CASCADE, restoreIndex, undoWith } from '../ddl/undo-sql.ts'
import type { Undo } from '../history/undo.ts'
import { addressSql, renamedSql } from './address-sql.ts'
import { nameSql, qualifiedSql, tableSql, textSql } from './name-sql.ts'
import { setParameter } from './parameter-sql.ts'
import { undoPartition } from './partition-sql.ts'
import { undoSettings } from './table-setting-sql.ts'
import * as tables from './table-object-sql.ts'
import { undoDrop } from './undo-drop-sql.ts'
import {
  readBounds,
  readComment,
  readIndexIds,
  readNullableColumns,
  readOverride,
  readPolicy,
  readSecuredTables,
  readStatistics,
  readTriggerState,
} from './undo-queries.ts'

/** How a change is undone, or an expression of the statements that is evaluated after it has run. */
export type ChangeUndo = Undo | { readonly after: Sql }

/** Reads how to undo a change before it is made. */
export async function undoOf(tx: Session, change: ObjectChange): Promise<ChangeUndo> {
  switch (change.kind) {
    case 'comment': {
      const comment = await readComment(tx, change.object)
      return undoWith(
        sql`comment on ${await addressSql(tx, change.object)} is ${commentSql(comment)}`,
      )
    }
    case 'rename': {
      const { address, name } = await renamedSql(tx, change.object, change.name)
      return undoWith(sql`alter ${address} rename to ${nameSql(name)}`)
    }
    case 'drop':
      return undoDrop(tx, change)
    case 'create_index':
      return undoIndex(tx, change)
    case 'drop_index':
      return undoDropIndex(tx, change)
    case 'constraint_from_index':
      return undoConstraint(tx, change)
    case 'enable_trigger': {
      const state = await readTriggerState(tx, change)
      return undoWith(
        sql`alter table ${tableSql(change)} ${rawSql(state)} trigger ${nameSql(change.name)}`,
      )
    }
    case 'set_row_security':
      return undoSecurity(tx, [change])
    case 'secure_tables':
      return undoSecurity(tx, change.tables)
    case 'alter_policy':
      return undoPolicy(tx, change)
    case 'set_parameter':
      return undoWith(await setParameter(tx, { ...change, value: await readOverride(tx, change) }))
    case 'create_partition':
    case 'attach_partition':
    case 'detach_partition':
      return undoPartition(change, await readBounds(tx, change.partition))
    case 'set_table_settings': {
      const { schema, name } = change.table
      const before = await readNamedSettings(tx, quoteIdent(schema, name))
      return before ? undoSettings(change, before) : UNREAD
    }
    case 'drop_statistics': {
      const definition = await readStatistics(tx, change.statistics)
      return definition === undefined ? UNREAD : undoWith(rawSql(definition))
    }
    default:
      return undoPlain(change)
  }
}

const UNREAD: Undo = { impossible: 'The state before the change could not be read.' }

type ChangeOf<Kind extends ObjectChange['kind']> = Extract<ObjectChange, { kind: Kind }>

async function undoIndex(tx: Session, index: ChangeOf<'create_index'>): Promise<ChangeUndo> {
  const { table, name } = index
  const concurrently = index.is_concurrent ? sql` concurrently` : emptySql
  if (name !== null)
    return undoWith(sql`drop index${concurrently} ${qualifiedSql({ schema: table.schema, name })}`)
  const { table: id, indexes } = await readIndexIds(tx, table)
  const format = `drop index${index.is_concurrent ? ' concurrently' : ''} %I.%I`
  // Postgres chooses the name. With two new indexes, nobody knows which one is this.
  return {
    after: sql`
      select case when pg_catalog.count(*) = 1
        then pg_catalog.array_agg(pg_catalog.format(${format}, n.nspname, c.relname)) end
      from pg_catalog.pg_index i
      join pg_catalog.pg_class c on c.oid = i.indexrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where i.indrelid = ${id}::oid and i.indexrelid <> all (${indexes}::oid[])`,
  }
}

async function undoDropIndex(tx: Session, change: ChangeOf<'drop_index'>): Promise<Undo> {
  if (change.cascade) return CASCADE
  const { schema, name, is_concurrent: isConcurrent } = change
  return restoreIndex(tx, { schema, index: name, isConcurrent })
}

/** The index is dropped with its constraint. Columns of a primary key stay NOT NULL without it. */
async function undoConstraint(
  tx: Session,
  { table, index, constraint }: ChangeOf<'constraint_from_index'>,
): Promise<Undo> {
  const restored = await restoreIndex(tx, { schema: table.schema, index })
  if ('impossible' in restored) return restored
  const alter = sql`alter table ${qualifiedSql(table)}`
  const nullable =
    constraint === 'primary_key' ? await readNullableColumns(tx, { ...table, name: index }) : []
  return undoWith(
    sql`${alter} drop constraint ${nameSql(index)}`,
    ...nullable.map((column) => sql`${alter} alter column ${nameSql(column)} drop not null`),
    ...restored.statements,
  )
}

type TableName = { readonly schema: string; readonly name: string }

async function undoSecurity(tx: Session, changed: readonly TableName[]): Promise<Undo> {
  const secured = await readSecuredTables(tx, changed)
  const isSecured = ({ schema, name }: TableName) =>
    secured.some((table) => table.schema === schema && table.name === name)
  return undoWith(
    ...changed.map(({ schema, name }) =>
      tables.setRowSecurity({ schema, name, is_enabled: isSecured({ schema, name }) }),
    ),
  )
}

async function undoPolicy(tx: Session, change: ChangeOf<'alter_policy'>): Promise<Undo> {
  const { schema, table } = change
  const policy = await readPolicy(tx, change)
  if (policy === undefined) return { impossible: 'The earlier policy could not be read.' }
  const name = change.change.name ?? change.name
  return undoWith(
    sql`drop policy ${nameSql(name)} on ${tableSql(change)}`,
    ...tables.createPolicies({
      kind: 'create_policies',
      table: { schema, name: table },
      policies: [{ ...policy, is_restrictive: !policy.is_permissive }],
    }),
    ...(policy.comment === null
      ? []
      : [
          sql`comment on policy ${nameSql(policy.name)} on ${tableSql(change)} is ${textSql(policy.comment)}`,
        ]),
  )
}

/** The changes whose undo needs nothing but the change. */
function undoPlain(change: ObjectChange): Undo {
  switch (change.kind) {
    case 'create_trigger':
      return undoWith(sql`drop trigger ${nameSql(change.name)} on ${qualifiedSql(change.table)}`)
    case 'create_enum':
      return undoWith(sql`drop type ${qualifiedSql(change)}`)
    case 'rename_enum_value':
      return undoWith(
        sql`alter type ${qualifiedSql(change)} rename value ${textSql(change.new_value)} to ${textSql(change.value)}`,
      )
    case 'add_enum_value':
      return { impossible: 'Postgres can’t remove a value from an enumerated type.' }
    case 'create_extension':
      return {
        statements: [sql`drop extension ${nameSql(change.name)}`],
        loss: 'The extension is removed with its objects.',
      }
    case 'update_extension':
      return { impossible: 'An extension can’t go back to an earlier version.' }
    case 'create_publication':
      return undoWith(sql`drop publication ${nameSql(change.name)}`)
    case 'change_publication_tables':
      return undoPublication(change)
    case 'create_statistics': {
      const { schema } = change.table
      return undoWith(sql`drop statistics ${qualifiedSql({ schema, name: change.name })}`)
    }
    case 'create_sequence':
      return undoWith(sql`drop sequence ${qualifiedSql(change)}`)
    case 'restart_sequence':
      return { impossible: 'Values may have been taken from the sequence since then.' }
    case 'create_schema':
      return undoWith(sql`drop schema ${nameSql(change.name)}`)
    case 'create_policies':
      return undoWith(
        ...change.policies.map(
          ({ name }) => sql`drop policy ${nameSql(name)} on ${qualifiedSql(change.table)}`,
        ),
      )
    default:
      return { impossible: 'Change it again on its page.' }
  }
}

function undoPublication(change: ChangeOf<'change_publication_tables'>): Undo {
  const alter = sql`alter publication ${nameSql(change.name)}`
  return {
    statements: [
      ...change.add.map((table) => sql`${alter} drop table ${qualifiedSql(table)}`),
      ...change.drop.map((table) => sql`${alter} add table ${qualifiedSql(table)}`),
    ],
    ...(change.drop.length > 0 && {
      loss: 'Row filters and column lists of removed tables are not restored.',
    }),
  }
}
