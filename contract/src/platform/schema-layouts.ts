import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Farther away, a table could not be found again. */
const FARTHEST = 1_000_000
const MOST_POSITIONS = 2500

const coordinate = z.int().min(-FARTHEST).max(FARTHEST)
const name = z.string().min(1).max(63)

/** The place of a table in the picture of a schema. Names survive a restore, unlike oids. */
export const TablePosition = z.object({ schema: name, table: name, x: coordinate, y: coordinate })
export type TablePosition = z.infer<typeof TablePosition>

const Positions = z.array(TablePosition).max(MOST_POSITIONS)

export const SchemaLayouts = z.object({
  /** The caller's own, which replaces the shared one. */
  own: Positions.nullable(),
  shared: z.object({ positions: Positions, saved_at: z.string() }).nullable(),
})
export type SchemaLayouts = z.infer<typeof SchemaLayouts>

const byRef = z.object({ ref: z.string() })
const query = z.object({ schema: name })
const MAX_BODY_BYTES = 1024 * 1024

export const getSchemaLayouts = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/schema-layouts',
  access: 'content:read',
  params: byRef,
  query,
  response: SchemaLayouts,
})

export const saveSchemaLayout = endpoint({
  method: 'PUT',
  path: '/platform/projects/{ref}/schema-layouts',
  access: 'content:write',
  params: byRef,
  query,
  body: z.object({ positions: Positions }),
  maxBodyBytes: MAX_BODY_BYTES,
  response: SchemaLayouts,
})

/** Deletes the caller's own layout, so that they see the shared one. */
export const deleteSchemaLayout = endpoint({
  method: 'DELETE',
  path: '/platform/projects/{ref}/schema-layouts',
  access: 'content:write',
  params: byRef,
  query,
  response: SchemaLayouts,
})

/** Saves a layout for every member of the project, in place of the caller's own. */
export const shareSchemaLayout = endpoint({
  method: 'PUT',
  path: '/platform/projects/{ref}/schema-layouts/shared',
  access: 'database:write',
  params: byRef,
  query,
  body: z.object({ positions: Positions }),
  maxBodyBytes: MAX_BODY_BYTES,
  response: SchemaLayouts,
})
