import { z } from 'zod'
import { endpoint, LARGE_BODY_BYTES } from '../../endpoint.ts'
import { Cell } from './cell.ts'
import { FILTER_OPERATORS } from './filter-operators.ts'
import { leavesOf } from './leaves-of.ts'
import { Impersonation } from '../impersonation.ts'
import { byTable, Identifier } from './params.ts'

export const FilterOperator = z.enum(FILTER_OPERATORS)
export type FilterOperator = z.infer<typeof FilterOperator>

export const Filter = z.object({
  column: Identifier,
  operator: FilterOperator,
  /**
   * `in` and `not_in` take a comma-separated list; `is` takes null, not null, true or false; `contains`
   * takes JSON, an array or a range; `has` takes a key of an object or an element of an array;
   * `during`, `before` and `after` take a period such as `last 7 days`, `today` or `this month`, which
   * is evaluated in the time zone of the database.
   */
  value: z.string().max(100_000),
})
export type Filter = z.infer<typeof Filter>

/** A group inside of conditions; it matches the other way than they do: any of it, or all of it. */
export const FilterGroup = z.object({ filters: z.array(Filter).min(1).max(50) })
export type FilterGroup = z.infer<typeof FilterGroup>

/** Whether rows must match all of the conditions, or any of them. */
export const FilterMatch = z.enum(['all', 'any'])
export type FilterMatch = z.infer<typeof FilterMatch>

/** The maximum number of filters, those in groups included. */
export const MAX_FILTERS = 50

/** The conditions that rows must match. Without any, every row matches. */
export const Conditions = z.object({
  filters: z
    .array(z.union([Filter, FilterGroup]))
    .max(MAX_FILTERS)
    .refine((items) => leavesOf(items).length <= MAX_FILTERS, {
      error: `Use at most ${MAX_FILTERS} filters.`,
    })
    .default([]),
  match: FilterMatch.default('all'),
})
export type Conditions = z.infer<typeof Conditions>

export const Sort = z.object({
  column: Identifier,
  ascending: z.boolean(),
  nulls_first: z.boolean().optional(),
})
export type Sort = z.infer<typeof Sort>

export const Row = z.object({
  /**
   * The row's `xmin`. An edit sends it, so that the second of two people editing gets an error.
   * Null for views.
   */
  version: z.string().nullable(),
  cells: z.array(Cell),
})
export type Row = z.infer<typeof Row>

/** Without it, rows are read and changed as the project's owner. */
const asWhom = { impersonate: Impersonation.optional() }

/**
 * A window of rows, in the requested order and then by primary key, so that the order is total.
 * `after` (the sort values of the previous page's last row) is fast; `offset` can jump to any
 * position. Members who can only read get neither secrets of the platform's schemas (the columns
 * are left out) nor tables of secrets: 403 `table_withheld`, and 403 `column_withheld` for a filter
 * or sort.
 */
export const listRows = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows/list',
  access: 'database:read',
  params: byTable,
  body: z.object({
    ...Conditions.shape,
    sorts: z.array(Sort).max(20).default([]),
    limit: z.int().min(1).max(1000).default(100),
    offset: z.int().min(0).default(0),
    /** The `cursor` of the previous window; replaces `offset`. */
    after: z.string().max(1_000_000).optional(),
    count: z.enum(['none', 'estimated', 'exact']).default('none'),
    ...asWhom,
  }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: z.object({
    columns: z.array(z.string()),
    rows: z.array(Row),
    cursor: z.string().nullable(),
    /**
     * Cells longer than 10 KB are truncated and listed here as [row, column]; read them with
     * `getRow`.
     */
    truncated: z.array(z.tuple([z.int(), z.int()])),
    count: z.object({ value: z.number(), is_exact: z.boolean() }).nullable(),
  }),
})

const PrimaryKey = z.record(z.string(), Cell)

export const getRow = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows/get',
  access: 'database:read',
  params: byTable,
  body: z.object({ key: PrimaryKey, ...asWhom }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: Row.extend({ columns: z.array(z.string()) }),
})

/** Columns that are left out get their default. */
export const insertRow = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows',
  access: 'database:write',
  params: byTable,
  body: z.object({
    values: z.record(z.string(), Cell),
    ...asWhom,
    /** Inserts the row once, as for several changes. */
    save_token: z.uuid().optional(),
  }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: Row,
  status: 201,
})

/**
 * Changes one row. 409 `row_changed` if somebody changed it since `version` was read (`details`
 * contains the current row), 404 `row_not_found` if it is gone.
 */
export const updateRow = endpoint({
  method: 'PATCH',
  path: '/platform/meta/{ref}/tables/{id}/rows',
  access: 'database:write',
  params: byTable,
  body: z.object({
    key: PrimaryKey,
    version: z.string().nullable(),
    values: z.record(z.string(), Cell),
    ...asWhom,
  }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: Row,
})

/** All or none. */
export const deleteRows = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows/delete',
  access: 'database:write',
  params: byTable,
  body: z.object({ keys: z.array(PrimaryKey).min(1).max(1000), ...asWhom }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: z.object({ deleted: z.int() }),
})

/** The `details` of an error about a value: the affected columns, and their table if known. */
export const ValueErrorDetails = z.object({
  column: z.string().nullish(),
  /** All columns of a violated constraint. */
  columns: z.array(z.string()).optional(),
  table: z.string().nullish(),
})
