import { z } from 'zod'

const Name = z.string().min(1).max(200)
const Named = { name: Name.optional(), description: z.string().optional() }
const Switch = z.object({ enabled: z.boolean().default(false) })

const ForeignKey = z.object({
  local_name: Name.optional(),
  local_columns: z.array(z.string()).min(1),
  foreign_name: Name.optional(),
  foreign_schema: z.string(),
  foreign_table: z.string(),
  foreign_columns: z.array(z.string()).min(1),
})

export const SchemaDirective = z.object({
  inflect_names: z.boolean().optional(),
  max_rows: z.int().positive().optional(),
  introspection: z.boolean().optional(),
})
export const TableDirective = z.object({
  ...Named,
  totalCount: Switch.optional(),
  aggregate: Switch.optional(),
  max_rows: z.int().positive().optional(),
  primary_key_columns: z.array(z.string()).min(1).optional(),
  foreign_keys: z.array(ForeignKey).optional(),
})
export const NamedDirective = z.object(Named)
export const ColumnDirective = z.object({ ...Named, not_null: z.boolean().optional() })
export const ConstraintDirective = z.object({
  local_name: Name.optional(),
  foreign_name: Name.optional(),
})
export const EnumDirective = z.object({
  ...Named,
  /** Maps labels of an enum to their GraphQL names. */
  mappings: z.record(z.string(), z.string()).optional(),
})

const MARK = '@graphql('

/**
 * Parses the `@graphql({…})` of a comment. A comment without it, or with invalid JSON or another
 * shape, has no effect: a comment must not break an API.
 */
export function readDirective<T>(comment: string | null, schema: z.core.$ZodType<T>): Partial<T> {
  const start = comment?.indexOf(MARK) ?? -1
  if (comment === null || start < 0) return {}
  const from = start + MARK.length
  // The JSON may contain brackets, so the first closing bracket that makes it valid is its end.
  for (let end = comment.indexOf(')', from); end >= 0; end = comment.indexOf(')', end + 1)) {
    const value = parse(comment.slice(from, end))
    if (value !== undefined) return z.safeParse(schema, value).data ?? {}
  }
  return {}
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
