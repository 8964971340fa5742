import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const ColumnName = z.string().min(1).max(63)
const ColumnNames = z.array(ColumnName).max(1600)

/** How the columns of a table are arranged. Columns that are missing in `order` come last. */
export const TableLayout = z.object({
  hidden: ColumnNames,
  order: ColumnNames,
  /** Columns that stay visible while the others scroll. */
  frozen: ColumnNames,
  /** Widths in px of the columns that were resized. */
  widths: z.record(ColumnName, z.int().min(1).max(10_000)),
})
export type TableLayout = z.infer<typeof TableLayout>

export const TableViewName = z.string().trim().min(1).max(100)

/** The maximum number of views that one person can save for one table. */
export const MAX_TABLE_VIEWS = 100

/** Filters, sorts and columns of a table that somebody has saved. */
export const TableView = z.object({
  id: z.uuid(),
  table_id: z.int().min(1),
  name: z.string(),
  /** Whether all members of the project see it. */
  is_shared: z.boolean(),
  /** Whether the caller has saved it. */
  is_own: z.boolean(),
  /** Whether the caller can save, rename and delete it. */
  can_edit: z.boolean(),
  /** Filters and sorts as in the URL of the table editor. */
  filter: z.string(),
  sort: z.string(),
  layout: TableLayout,
  /** Increases with each save; a save with an older version is refused. */
  version: z.int(),
})
export type TableView = z.infer<typeof TableView>

const TableId = z.int().min(1).max(4_294_967_295)
const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.uuid() })

/** The views of a table that the caller sees: their own and shared ones, by name. */
export const listTableViews = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/table-views',
  access: 'content:read',
  params: byRef,
  query: z.object({ table_id: z.coerce.number().pipe(TableId) }),
  response: z.object({
    views: z.array(TableView),
    /** The view with which the caller opens the table. */
    default_id: z.uuid().nullable(),
  }),
})

/**
 * Creates (version 0) or saves a view. Members who can write to the database can also save shared
 * views of others. Returns 409 `table_view_changed` when `version` is not the stored one.
 */
export const saveTableView = endpoint({
  method: 'PUT',
  path: '/platform/projects/{ref}/table-views/{id}',
  access: 'content:write',
  params: byId,
  body: z.object({
    table_id: TableId,
    name: TableViewName,
    is_shared: z.boolean(),
    filter: z.string().max(100_000),
    sort: z.string().max(10_000),
    layout: TableLayout,
    version: z.int().min(0),
  }),
  response: TableView,
})

export const deleteTableView = endpoint({
  method: 'DELETE',
  path: '/platform/projects/{ref}/table-views/{id}',
  access: 'content:write',
  params: byId,
  response: z.object({}),
})

/** Sets the view with which the caller opens a table; null opens all rows. */
export const setDefaultTableView = endpoint({
  method: 'PUT',
  path: '/platform/projects/{ref}/table-view-defaults',
  access: 'content:write',
  params: byRef,
  body: z.object({ table_id: TableId, view_id: z.uuid().nullable() }),
  response: z.object({ default_id: z.uuid().nullable() }),
})
