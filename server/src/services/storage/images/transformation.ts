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

/** Supabase renders with imgproxy, whose names of the three ways differ. */
const RESIZING_TYPES = { cover: 'fill', contain: 'fit', fill: 'force' } as const

/** The transformation as the response header `x-transformations` of Supabase names it. */
export function nameTransformations({
  width,
  height,
  resize,
  quality,
  format,
}: Transformation): string {
  const isResized = width !== undefined || height !== undefined
  return [
    height !== undefined && `height:${height}`,
    width !== undefined && `width:${width}`,
    isResized && `resizing_type:${RESIZING_TYPES[resize]}`,
    quality !== undefined && `quality:${quality}`,
    format !== undefined && format !== 'origin' && `format:${format}`,
  ]
    .filter((part) => part !== false)
    .join(',')
}
