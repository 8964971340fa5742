import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const Name = z.string().max(200)

/** How the results of a query are shown. Columns are named as in the result. */
export const QueryView = z.object({
  view: z.enum(['table', 'chart', 'pivot']),
  chart: z
    .object({
      shape: z.enum(['bar', 'line', 'area']),
      x: Name,
      y: z.array(Name).max(100),
      group: Name.nullable(),
      isCumulative: z.boolean(),
      isLogarithmic: z.boolean(),
    })
    .optional(),
  pivot: z
    .object({
      rows: Name,
      columns: Name.nullable(),
      value: Name,
      aggregate: z.enum(['count', 'sum', 'average', 'minimum', 'maximum']),
    })
    .optional(),
})
export type QueryView = z.infer<typeof QueryView>

const byId = z.object({ ref: z.string(), id: z.uuid() })

/** Null for a query whose view nobody has changed. 404 `snippet_not_found`. */
export const getQueryView = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/content/{id}/view',
  access: 'content:read',
  params: byId,
  response: z.object({ view: QueryView.nullable() }),
})

/**
 * Stores the view of a query for everyone who can open it. The text and its version stay as they are.
 * 403 `snippet_read_only` for a shared query that the caller cannot change.
 */
export const saveQueryView = endpoint({
  method: 'PUT',
  path: '/platform/projects/{ref}/content/{id}/view',
  access: 'content:write',
  params: byId,
  body: z.object({ view: QueryView }),
  response: z.object({}),
})
