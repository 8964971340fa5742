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

/** Rows a collection is made of. */
export type Rows = {
  readonly table: Table
  /** The `from` item under an alias. */
  from(alias: string): Sql
  readonly sourceOf: (alias: string) => Source
  /** Conditions besides the filter, such as the join to the record around. */
  where(source: Source): readonly Sql[]
  /** Stands in front of the statement that reads the rows. */
  readonly prelude?: Sql
}

/** A field's place: the type it is selected of, and how many records at most surround it. */
export type Place = {
  readonly type: string
  readonly field: SelectedField
  readonly around: number
}

/** What the compilers of one operation share. */
export type CompileContext = {
  readonly role: RoleSchema
  readonly budget: Budget
  /** The project's cap on the rows of a page. */
  readonly maxRows: number
  nextAlias(): string
  /** What is selected of an object of the type. */
  fields(type: string, field: Pick<SelectedField, 'selectionSets'>): readonly SelectedField[]
  /** A field's arguments as their types read them. */
  arguments(type: string, field: SelectedField): Arguments
  /** The names each object of a list argument was written with, in their order. */
  written(field: SelectedField, argument: string): readonly (readonly string[])[]
  collection: (rows: Rows, place: Place, context: CompileContext) => Sql
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
    nextAlias() {
      aliases += 1
      // No column is likely to have such a name; qualified, it would not matter.
      return `t${aliases}`
    },
    fields(type, { selectionSets }) {
      const found = collectFields(type, selectionSets, operation)
      options.budget.addFields(found.length)
      return found
    },
    arguments(type, { name, node }) {
      const parent = role.schema.getType(type)
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
