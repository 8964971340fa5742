import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import {
  StorageValue,
  type ReplicaIdentity,
  type TableSettings,
} from '@stoa/contract/services/meta/table-settings'
import { emptySql, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { parseExpression } from '../ddl/expression.ts'
import { undoWith } from '../ddl/undo-sql.ts'
import type { Undo } from '../history/undo.ts'
import { nameSql, qualifiedSql, textSql } from './name-sql.ts'

type ChangeOf<Kind extends ObjectChange['kind']> = Extract<ObjectChange, { kind: Kind }>
type Settings = ChangeOf<'set_table_settings'>

export type TableSettingChange = ChangeOf<
  | 'set_table_settings'
  | 'create_statistics'
  | 'drop_statistics'
  | 'maintain_table'
  | 'reindex_index'
>

/** The statements that change the settings of a table, or that maintain it. */
export function tableSettingStatements(change: TableSettingChange): Sql[] {
  switch (change.kind) {
    case 'set_table_settings':
      return setSettings(change)
    case 'create_statistics':
      return [createStatistics(change)]
    case 'drop_statistics':
      return [sql`drop statistics ${qualifiedSql(change.statistics)}`]
    case 'maintain_table':
      return [maintainTable(change)]
    case 'reindex_index':
      return [
        sql`reindex index${change.is_concurrent ? sql` concurrently` : emptySql} ${qualifiedSql(change)}`,
      ]
  }
}

/** The owner comes last, because a new owner decides about the rest. */
function setSettings({ table, set, reset, ...change }: Settings): Sql[] {
  const alter = sql`alter table ${qualifiedSql(table)}`
  const { is_logged: isLogged, replica_identity: identity, owner } = change
  const values = set.map(({ name, value }) => sql`${rawSql(name)} = ${valueSql(value)}`)
  return [
    ...(isLogged === undefined
      ? []
      : [sql`${alter} set ${isLogged ? sql`logged` : sql`unlogged`}`]),
    ...(identity === undefined ? [] : [sql`${alter} replica identity ${identitySql(identity)}`]),
    ...(values.length === 0 ? [] : [sql`${alter} set (${joinSql(values)})`]),
    ...(reset.length === 0 ? [] : [sql`${alter} reset (${joinSql(reset.map(rawSql))})`]),
    ...(owner === undefined ? [] : [sql`${alter} owner to ${nameSql(owner)}`]),
  ]
}

/** An earlier value can have been stored with white space or in other words. */
const valueSql = (value: string): Sql =>
  StorageValue.safeParse(value).success ? rawSql(value) : textSql(value)

const identitySql = (identity: ReplicaIdentity): Sql =>
  identity.kind === 'index' ? sql`using index ${nameSql(identity.index)}` : rawSql(identity.kind)

function createStatistics(statistics: ChangeOf<'create_statistics'>): Sql {
  const { table, name, kinds, columns, expressions } = statistics
  const parts = [...columns.map(nameSql), ...expressions.map(parseExpression)]
  // Statistics of one expression have no kinds.
  const listed =
    kinds.length === 0 || parts.length === 1 ? emptySql : sql` (${joinSql(kinds.map(rawSql))})`
  return sql`create statistics ${qualifiedSql({ schema: table.schema, name })}${listed}
on ${joinSql(parts)} from ${qualifiedSql(table)}`
}

function maintainTable({ action, index, ...table }: ChangeOf<'maintain_table'>): Sql {
  const name = qualifiedSql(table)
  switch (action) {
    case 'vacuum':
      return sql`vacuum (analyze) ${name}`
    case 'vacuum_freeze':
      return sql`vacuum (freeze, analyze) ${name}`
    case 'vacuum_full':
      return sql`vacuum (full, analyze) ${name}`
    case 'analyze':
      return sql`analyze ${name}`
    case 'reindex':
      return sql`reindex table ${name}`
    case 'reindex_concurrently':
      return sql`reindex table concurrently ${name}`
    case 'cluster':
      return index === null || index === undefined
        ? sql`cluster ${name}`
        : sql`cluster ${name} using ${nameSql(index)}`
  }
}

/** Restores the settings that a change names, from all settings before it. */
export function undoSettings(
  change: Settings,
  before: Pick<TableSettings, 'owner' | 'is_logged' | 'replica_identity' | 'parameters'>,
): Undo {
  const named = [...change.set.map(({ name }) => name), ...change.reset]
  const earlier = named.flatMap((name) => {
    const stored = before.parameters.find((parameter) => parameter.name === name)
    return stored ? [{ name, value: stored.value }] : []
  })
  const isEarlier = new Set<string>(earlier.map(({ name }) => name))
  return undoWith(
    ...setSettings({
      kind: 'set_table_settings',
      table: change.table,
      set: earlier,
      reset: named.filter((name) => !isEarlier.has(name)),
      is_logged: change.is_logged === undefined ? undefined : (before.is_logged ?? undefined),
      replica_identity: change.replica_identity && before.replica_identity,
      owner: change.owner && before.owner,
    }),
  )
}
