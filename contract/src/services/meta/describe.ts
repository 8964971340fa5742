import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { TableDetail } from './catalogue.ts'
import { byRef, Identifier } from './params.ts'

export const DescribedFunction = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['function', 'procedure', 'aggregate', 'window']),
  /** With names, types and defaults, as Postgres prints them. */
  arguments: z.string(),
  /** Null for a procedure. */
  returns: z.string().nullable(),
  language: z.string(),
  is_security_definer: z.boolean(),
  comment: z.string().nullable(),
})
export type DescribedFunction = z.infer<typeof DescribedFunction>

export const ObjectDescription = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('relation'),
    table: TableDetail,
    /** With indexes and long values; null for a view. */
    size_bytes: z.number().nullable(),
    /** Null if Postgres has not counted the rows yet. */
    estimated_rows: z.number().nullable(),
  }),
  /** Functions of one name, at most 20. */
  z.object({ kind: z.literal('functions'), functions: z.array(DescribedFunction) }),
])
export type ObjectDescription = z.infer<typeof ObjectDescription>

/**
 * The table, view or functions with a name, as SQL text finds them: without a schema, on the search
 * path of the project's owner. An index or sequence stands for its table. With a schema that does
 * not exist, the first name is looked up as that of a table, as in `orders.id`. 404
 * `object_not_found`.
 */
export const describeObject = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/described-object',
  access: 'database:read',
  params: byRef,
  query: z.object({ schema: Identifier.optional(), name: Identifier }),
  response: ObjectDescription,
})
