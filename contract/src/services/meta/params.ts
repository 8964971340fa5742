import { z } from 'zod'

export const byRef = z.object({ ref: z.string() })
export const byTable = z.object({ ref: z.string(), id: z.coerce.number().int() })

/** The name of a table, a column or a schema. */
export const Identifier = z.string().min(1).max(63)
