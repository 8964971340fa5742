import { z } from 'zod'

const MAX_SIDE = 2500

const Side = z.coerce.number().int().min(1).max(MAX_SIDE)

/** The transformation of an image, in a query or in the body of a signing request. */
export const Transformation = z.object({
  width: Side.optional(),
  height: Side.optional(),
  resize: z.enum(['cover', 'contain', 'fill']).default('cover'),
  quality: z.coerce.number().int().min(20).max(100).optional(),
  /** `origin` keeps the format. If absent, it becomes AVIF or WebP for clients that accept them. */
  format: z.enum(['origin', 'avif']).optional(),
})
export type Transformation = z.infer<typeof Transformation>
