import { z } from 'zod'

/**
 * Cell values travel as the text that Postgres prints and reads (`null` for NULL): exact for every
 * type, with no number or timestamp ever rounded by JSON.
 */
export const Cell = z.string().nullable()
export type Cell = z.infer<typeof Cell>
