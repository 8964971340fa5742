import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { ForeignKeyAction, TableDetail } from './catalogue.ts'
import { byRef, byTable, Identifier } from './params.ts'

const MOST_COLUMNS = 32

const Columns = z.array(Identifier).min(1, 'Select at least one column.').max(MOST_COLUMNS)
/** Null if Postgres chooses it. */
const Name = Identifier.nullable().default(null)
const Expression = z.string().min(1, 'Enter an expression.').max(10_000)

/** When a constraint is checked: after each statement, or at the end of the transaction. */
export const Deferral = z.enum(['not_deferrable', 'initially_immediate', 'initially_deferred'])
export type Deferral = z.infer<typeof Deferral>

const deferral = Deferral.default('not_deferrable')
/** False adds the constraint for new rows only; existing rows are checked by `validateConstraint`. */
const is_validated = z.boolean().default(true)

export const ForeignKeyDefinition = z.object({
  name: Name,
  columns: Columns,
  target_schema: Identifier,
  target_table: Identifier,
  target_columns: Columns,
  on_update: ForeignKeyAction.default('no_action'),
  on_delete: ForeignKeyAction.default('no_action'),
  /** With `full`, the columns of a composite key are all NULL or none is. */
  match: z.enum(['simple', 'full']).default('simple'),
  deferral,
})
export type ForeignKeyDefinition = z.infer<typeof ForeignKeyDefinition>

/** A column, or an expression that a person writes as SQL. */
export const IndexedPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('column'), name: Identifier }),
  z.object({ kind: z.literal('expression'), expression: Expression }),
])
export type IndexedPart = z.infer<typeof IndexedPart>

const Operator = z
  .string()
  .max(63)
  .regex(/^(?!.*(?:--|\/\*))[-+*/<>=~!@#%^&|`?]+$/, 'Enter an operator such as = or &&.')

/** A constraint of a table that exists. */
export const ConstraintDefinition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('primary_key'), name: Name, columns: Columns, deferral }),
  z.object({
    kind: z.literal('unique'),
    name: Name,
    columns: Columns,
    deferral,
    /** Allows one NULL instead of any number. */
    nulls_not_distinct: z.boolean().default(false),
  }),
  z.object({ kind: z.literal('check'), name: Name, expression: Expression, is_validated }),
  ForeignKeyDefinition.extend({ kind: z.literal('foreign_key'), is_validated }),
  z.object({
    kind: z.literal('exclusion'),
    name: Name,
    method: z.enum(['gist', 'spgist', 'btree', 'hash']),
    /** No two rows may match in all of them. */
    elements: z
      .array(z.object({ part: IndexedPart, operator: Operator }))
      .min(1)
      .max(MOST_COLUMNS),
    condition: Expression.nullable().default(null),
    deferral,
  }),
])
export type ConstraintDefinition = z.infer<typeof ConstraintDefinition>
export type ConstraintKind = ConstraintDefinition['kind']

/** The first rows that break a constraint. */
export const BrokenRows = z.object({
  columns: z.array(z.string()),
  /** Long values are cut. */
  rows: z.array(z.array(z.string().nullable())),
  has_more: z.boolean(),
  /** A query that finds all of them. */
  sql: z.string(),
})
export type BrokenRows = z.infer<typeof BrokenRows>

/** 409 `rows_break_constraint`, with `BrokenRows` in its details, if existing rows break it. */
export const addConstraint = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/constraints',
  access: 'database:write',
  params: byTable,
  body: ConstraintDefinition,
  response: TableDetail,
  status: 201,
})

export const byConstraint = byTable.extend({ constraint: z.coerce.number().int() })

export const renameConstraint = endpoint({
  method: 'PATCH',
  path: '/platform/meta/{ref}/tables/{id}/constraints/{constraint}',
  access: 'database:write',
  params: byConstraint,
  body: z.object({ name: Identifier }),
  response: TableDetail,
})

/** Checks the rows that were there before a constraint was added as not valid. */
export const validateConstraint = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/constraints/{constraint}/validate',
  access: 'database:write',
  params: byConstraint,
  response: TableDetail,
})

export const deleteConstraint = endpoint({
  method: 'DELETE',
  path: '/platform/meta/{ref}/tables/{id}/constraints/{constraint}',
  access: 'database:write',
  params: byConstraint,
  query: z.object({ cascade: z.stringbool().default(false) }),
  response: TableDetail,
})

/** Finds the rows that a new constraint would be refused for. Nothing changes. */
export const checkConstraint = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/constraint-checks',
  access: 'database:write',
  params: byRef,
  body: z.object({ table_id: byTable.shape.id, constraint: ConstraintDefinition }),
  /** Null if all rows satisfy the constraint. */
  response: z.object({ broken: BrokenRows.nullable() }),
})
