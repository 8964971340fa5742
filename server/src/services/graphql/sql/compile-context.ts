import { getArgumentValues, isObjectType } from 'graphql'
import type { Sql } from '../../../postgres/sql.ts'
import type { RoleSchema } from '../catalogue/role-schema.ts'
import type { Table } from '../model/model.ts'
import { bare } from '../request/bare.ts'
import { collectFields, type SelectedField } from '../request/collect-fields.ts'
import type { Budget } from '../request/limits.ts'
import type { Operation } from '../request/prepare-operation.ts'
import { writtenOrder } from '../request/written-order.ts'
import { aliasSource, type Source } from './source.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** The rows of a collection. */
export type Rows = {
  readonly table: Table
  /** The `from` item under an alias. */
  from(alias: string): Sql
  readonly sourceOf: (alias: string) => Source
  /** Conditions besides the filter, such as the join with the parent record. */
  where(source: Source): readonly Sql[]
  /** A common table expression before the statement that reads the rows. */
  readonly prelude?: Sql
}

/** A field's position: its parent type, and the maximum number of parent records. */
export type FieldPosition = {
  readonly type: string
  readonly field: SelectedField
  readonly around: number
}

/** State shared by all compilers of one operation. */
export type CompileContext = {
  readonly role: RoleSchema
  readonly operation: Operation
  readonly budget: Budget
  /** The project's maximum page size. */
  readonly maxRows: number
  nextAlias(): string
  /** The fields selected from an object of the type. */
  fields(type: string, field: Pick<SelectedField, 'selectionSets'>): readonly SelectedField[]
  /** A field's arguments, parsed by their types. */
  arguments(type: string, field: SelectedField): Arguments
  /** The field names of each object in a list argument, in their written order. */
  written(field: SelectedField, argument: string): readonly (readonly string[])[]
  collection: (rows: Rows, position: FieldPosition, context: CompileContext) => Sql
}

export function createCompileContext(
  role: RoleSchema,
  operation: Operation,
  options: Pick<CompileContext, 'budget' | 'maxRows' | 'collection'>,
): CompileContext {
  let aliases = 0
  return {
    ...options,
    role,
    operation,
    nextAlias() {
      aliases += 1
      // A column is unlikely to have this name; as it is qualified, a clash would not matter.
      return `t${aliases}`
    },
    fields(type, { selectionSets }) {
      const found = collectFields(type, selectionSets, operation)
      options.budget.addFields(found.length)
      return found
    },
    arguments(type, { name, node }) {
      const parent = operation.schema.getType(type)
      const field = isObjectType(parent) ? parent.getFields()[name] : undefined
      return bare(field ? getArgumentValues(field, node, operation.variables) : {})
    },
    written: ({ node }, argument) => writtenOrder(node, argument, operation.written),
  }
}

/** The rows of a table that meet some conditions. */
export const tableRows = (
  table: Table,
  from: (alias: string) => Sql,
  where: Rows['where'] = () => [],
): Rows => ({ table, from, where, sourceOf: aliasSource })
