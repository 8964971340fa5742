import { z } from 'zod'

const MAX_SIDE = 2500
const DEFAULT_QUALITY = 80

const Side = z.coerce.number().int().min(1).max(MAX_SIDE)

/** How an image is transformed, in a query or in the body of a signing. */
export const Transformation = z.object({
  width: Side.optional(),
  height: Side.optional(),
  resize: z.enum(['cover', 'contain', 'fill']).default('cover'),
  quality: z.coerce.number().int().min(20).max(100).default(DEFAULT_QUALITY),
  /** `origin` keeps the format; otherwise it becomes WebP for clients that accept it. */
  format: z.literal('origin').optional(),
})
export type Transformation = z.infer<typeof Transformation>
