import { z } from 'zod'

/**
 * Cell values are sent as the text that Postgres prints and reads (`null` for NULL). This is exact
 * for every type: JSON never rounds a number or timestamp.
 */
export const Cell = z.string().nullable()
export type Cell = z.infer<typeof Cell>
