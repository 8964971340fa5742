import { z } from 'zod'

/** What the address says: conditions and order of the rows, and the schema being looked at. */
export const EditorSearch = z.object({
  filter: z.string().optional().catch(undefined),
  sort: z.string().optional().catch(undefined),
  schema: z.string().min(1).max(63).optional().catch(undefined),
})
export type EditorSearch = z.infer<typeof EditorSearch>
