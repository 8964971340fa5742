import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Snippet } from './content.ts'

/** A saved text of a query. Saves of one person within five minutes are one version. */
export const SnippetVersion = z.object({
  version: z.int(),
  name: z.string(),
  /** The first and the last save of this version. */
  begun_at: z.string(),
  saved_at: z.string(),
  /** Null if the account was deleted. */
  author: z.string().nullable(),
  bytes: z.int(),
})
export type SnippetVersion = z.infer<typeof SnippetVersion>

const byId = z.object({ ref: z.string(), id: z.uuid() })
const byVersion = byId.extend({ version: z.coerce.number().int().min(1).max(2_147_483_647) })

/** The kept versions of a query, the newest first: at most 100, and 20 MB of text. */
export const listVersions = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/content/{id}/versions',
  access: 'content:read',
  params: byId,
  response: z.array(SnippetVersion),
})

export const getVersion = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/content/{id}/versions/{version}',
  access: 'content:read',
  params: byVersion,
  response: SnippetVersion.extend({ sql: z.string() }),
})

/**
 * Saves an earlier version as the newest one. `version` is the stored version, as for a save: 409
 * `snippet_changed` for another one.
 */
export const restoreVersion = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/content/{id}/versions/{version}/restore',
  access: 'content:write',
  params: byVersion,
  body: z.object({ version: z.int().min(1) }),
  response: Snippet,
})
