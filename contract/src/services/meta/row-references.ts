import { z } from 'zod'
import { endpoint, LARGE_BODY_BYTES } from '../../endpoint.ts'
import { Impersonation } from '../impersonation.ts'
import { Cell } from './cell.ts'
import { byTable } from './params.ts'
import { Filter } from './rows.ts'

/** Rows that refer to one row are counted up to this number. */
export const MAX_COUNTED_REFERENCES = 1000

export const RowReference = z.object({
  /** The name of the foreign key. */
  name: z.string(),
  table_id: z.int(),
  schema: z.string(),
  table: z.string(),
  /** The columns of the foreign key. */
  columns: z.array(z.string()),
  /** The filters that find the rows that refer to this one; none if no row can. */
  filters: z.array(Filter),
  /** Null if counting takes too long, or if the role cannot read the rows. */
  count: z.object({ value: z.int(), is_exact: z.boolean() }).nullable(),
})
export type RowReference = z.infer<typeof RowReference>

/**
 * The foreign keys of all tables that refer to a table, each with the rows that refer to one of its
 * rows. 404 `row_not_found`.
 */
export const listRowReferences = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows/references',
  access: 'database:read',
  params: byTable,
  body: z.object({ key: z.record(z.string(), Cell), impersonate: Impersonation.optional() }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: z.object({
    references: z.array(RowReference),
    /** Whether more foreign keys than these refer to the table. */
    has_more: z.boolean(),
  }),
})
