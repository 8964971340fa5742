import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import type { Session } from '../../../postgres/database.ts'
import { emptySql, joinSql, rawSql, sql, statementText, type Sql } from '../../../postgres/sql.ts'
import { commentSql } from '../ddl/column-sql.ts'
import { addressSql } from './address-sql.ts'
import { planEventTrigger } from './change-event-trigger.ts'
import { nameSql, qualifiedSql, textSql } from './name-sql.ts'
import { setParameter } from './parameter-sql.ts'
import { partitionStatements } from './partition-sql.ts'
import { alterRole, createRole, dropRole } from './role-sql.ts'
import { tableSettingStatements } from './table-setting-sql.ts'
import * as tables from './table-object-sql.ts'

/** The statements of a change. `password` replaces a role's password in them. */
export async function planChange(
  tx: Session,
  change: ObjectChange,
  password: Sql,
): Promise<string[]> {
  const statements = await statementsOf(tx, change, password)
  return statements.map(statementText)
}

async function statementsOf(tx: Session, change: ObjectChange, password: Sql): Promise<Sql[]> {
  switch (change.kind) {
    case 'comment':
      return [
        sql`comment on ${await addressSql(tx, change.object)} is ${commentSql(change.comment)}`,
      ]
    case 'rename':
      return [sql`alter ${await addressSql(tx, change.object)} rename to ${nameSql(change.name)}`]
    case 'drop':
      return [sql`drop ${await addressSql(tx, change.object)}${cascadeSql(change)}`]
    case 'create_index':
      return [tables.createIndex(change)]
    case 'drop_index':
      return [tables.dropIndex(change)]
    case 'constraint_from_index':
      return [tables.constraintFromIndex(change)]
    case 'create_trigger':
      return [tables.createTrigger(change)]
    case 'enable_trigger':
      return [tables.enableTrigger(change)]
    case 'set_row_security':
      return [tables.setRowSecurity(change)]
    case 'secure_tables':
      return tables.secureTables(change)
    case 'set_table_settings':
    case 'create_statistics':
    case 'drop_statistics':
    case 'maintain_table':
    case 'reindex_index':
      return tableSettingStatements(change)
    case 'create_policies':
      return tables.createPolicies(change)
    case 'alter_policy':
      return tables.alterPolicy(change)
    case 'create_role':
      return [createRole(change, password)]
    case 'alter_role':
      return alterRole(change, password)
    case 'drop_role':
      return dropRole(change)
    case 'create_event_trigger':
    case 'alter_event_trigger':
    case 'drop_event_trigger':
      return [...(await planEventTrigger(tx, change)).statements]
    case 'set_parameter':
      return [await setParameter(tx, change)]
    case 'create_partition':
    case 'attach_partition':
    case 'detach_partition':
      return partitionStatements(change)
    default:
      return plainStatements(change)
  }
}

type PlainChange = Extract<
  ObjectChange,
  {
    kind:
      | `${'create' | 'update'}_extension`
      | `${'add' | 'rename'}_enum_value`
      | `create_${'enum' | 'publication' | 'sequence' | 'schema'}`
      | 'change_publication_tables'
      | 'restart_sequence'
      | 'refresh_view'
  }
>

function plainStatements(change: PlainChange): Sql[] {
  switch (change.kind) {
    case 'create_enum':
      return [sql`create type ${qualifiedSql(change)} as enum (${textList(change.values)})`]
    case 'add_enum_value': {
      const before = change.before === null ? emptySql : sql` before ${textSql(change.before)}`
      return [sql`alter type ${qualifiedSql(change)} add value ${textSql(change.value)}${before}`]
    }
    case 'rename_enum_value':
      return [
        sql`alter type ${qualifiedSql(change)} rename value ${textSql(change.value)} to ${textSql(change.new_value)}`,
      ]
    case 'create_extension': {
      const schema = change.schema === null ? emptySql : sql` with schema ${nameSql(change.schema)}`
      return [sql`create extension ${nameSql(change.name)}${schema}${cascadeSql(change)}`]
    }
    case 'update_extension':
      return [sql`alter extension ${nameSql(change.name)} update`]
    case 'create_publication':
      return [
        sql`create publication ${nameSql(change.name)} with (publish = ${textSql(change.operations.join(', '))})`,
      ]
    case 'change_publication_tables': {
      const publication = sql`alter publication ${nameSql(change.name)}`
      return [
        ...change.drop.map((table) => sql`${publication} drop table ${qualifiedSql(table)}`),
        ...change.add.map((table) => sql`${publication} add table ${qualifiedSql(table)}`),
      ]
    }
    case 'create_sequence':
      return [sql`create sequence ${qualifiedSql(change)}`]
    case 'restart_sequence':
      return [sql`alter sequence ${qualifiedSql(change)} restart with ${rawSql(change.next)}`]
    case 'create_schema':
      return [sql`create schema ${nameSql(change.name)}`]
    case 'refresh_view':
      return [sql`refresh materialized view ${qualifiedSql(change)}`]
  }
}

const cascadeSql = ({ cascade }: { readonly cascade: boolean }): Sql =>
  cascade ? sql` cascade` : emptySql

const textList = (texts: readonly string[]): Sql => joinSql(texts.map(textSql))
