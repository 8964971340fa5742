import { z } from 'zod'
import { Identifier } from './params.ts'

/** A change of a database object, distinguished by its kind. */
export const change = <Kind extends string, Shape extends z.core.$ZodLooseShape>(
  kind: Kind,
  shape: Shape,
) => z.object({ kind: z.literal(kind), ...shape })

/** An object of a schema. */
export const InSchema = z.object({ schema: Identifier, name: Identifier })
export type InSchema = z.infer<typeof InSchema>
