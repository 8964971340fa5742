import type {
  ConstraintDefinition,
  Deferral,
  ForeignKeyDefinition,
  IndexedPart,
} from '@stoa/contract/services/meta/constraints'
import type { TableSummary } from '@stoa/contract/services/meta/catalogue'
import { emptySql, ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { nameList } from './column-sql.ts'
import { unequalSides } from './errors.ts'
import { parseExpression } from './expression.ts'
import { checkName } from './names.ts'

type Table = Pick<TableSummary, 'schema' | 'name'>

export const tableName = ({ schema, name }: Table): Sql => ident(schema, name)

export const addConstraintSql = (table: Table, constraint: ConstraintDefinition): Sql =>
  sql`alter table ${tableName(table)} add ${constraintSql(constraint)}`

export const renameConstraintSql = (table: Table, name: string, next: string): Sql =>
  sql`alter table ${tableName(table)} rename constraint ${ident(name)} to ${ident(checkName(next))}`

export const validateConstraintSql = (table: Table, name: string): Sql =>
  sql`alter table ${tableName(table)} validate constraint ${ident(name)}`

export const dropConstraintSql = (table: Table, name: string, cascade: boolean): Sql =>
  sql`alter table ${tableName(table)} drop constraint ${ident(name)}${cascade ? sql` cascade` : emptySql}`

/** A constraint as `create table` and `alter table … add` take it. */
export const constraintSql = (constraint: ConstraintDefinition): Sql =>
  sql`${nameSql(constraint.name)}${ruleSql(constraint)}`

const nameSql = (name: string | null): Sql =>
  name === null ? emptySql : sql`constraint ${ident(checkName(name))} `

function ruleSql(constraint: ConstraintDefinition): Sql {
  switch (constraint.kind) {
    case 'primary_key':
      return sql`primary key (${nameList(constraint.columns)})${deferralSql(constraint)}`
    case 'unique': {
      const nulls = constraint.nulls_not_distinct ? sql` nulls not distinct` : emptySql
      return sql`unique${nulls} (${nameList(constraint.columns)})${deferralSql(constraint)}`
    }
    case 'check':
      return sql`check ${parseExpression(constraint.expression)}${validitySql(constraint)}`
    case 'foreign_key':
      return sql`${foreignKeySql(constraint)}${validitySql(constraint)}`
    case 'exclusion': {
      const elements = constraint.elements.map(
        ({ part, operator }) => sql`${partSql(part)} with ${rawSql(operator)}`,
      )
      const where =
        constraint.condition === null
          ? emptySql
          : sql` where ${parseExpression(constraint.condition)}`
      return sql`exclude using ${rawSql(constraint.method)} (${joinSql(elements)})${where}${deferralSql(constraint)}`
    }
  }
}

/** A column or an expression of an index. */
export const partSql = (part: IndexedPart): Sql =>
  part.kind === 'column' ? ident(checkName(part.name)) : parseExpression(part.expression)

const validitySql = ({ is_validated }: { readonly is_validated: boolean }): Sql =>
  is_validated ? emptySql : sql` not valid`

const DEFERRALS: Readonly<Record<Deferral, Sql>> = {
  not_deferrable: emptySql,
  initially_immediate: sql` deferrable`,
  initially_deferred: sql` deferrable initially deferred`,
}

const deferralSql = ({ deferral }: { readonly deferral: Deferral }): Sql => DEFERRALS[deferral]

const ACTIONS = {
  no_action: sql`no action`,
  restrict: sql`restrict`,
  cascade: sql`cascade`,
  set_null: sql`set null`,
  set_default: sql`set default`,
}

/** The foreign key without its name. 400 `invalid_foreign_key` if its sides differ in length. */
function foreignKeySql(key: ForeignKeyDefinition): Sql {
  if (key.columns.length !== key.target_columns.length) throw unequalSides(key.target_table)
  const target = ident(checkName(key.target_schema), checkName(key.target_table))
  const match = key.match === 'full' ? sql` match full` : emptySql
  const update =
    key.on_update === 'no_action' ? emptySql : sql` on update ${ACTIONS[key.on_update]}`
  const remove =
    key.on_delete === 'no_action' ? emptySql : sql` on delete ${ACTIONS[key.on_delete]}`
  return sql`foreign key (${nameList(key.columns)}) references ${target} (${nameList(key.target_columns)})${match}${update}${remove}${deferralSql(key)}`
}
