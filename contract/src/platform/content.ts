import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** A saved SQL text of one person in one project. */
export const Snippet = z.object({
  id: z.uuid(),
  name: z.string(),
  sql: z.string(),
  /** Counts up with each save; a save that names an older one is refused, so no tab overwrites another. */
  version: z.int(),
  updated_at: z.string(),
})
export type Snippet = z.infer<typeof Snippet>

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.uuid() })

export const SnippetName = z.string().trim().min(1).max(200)
/** Ten megabytes: what the SQL editor accepts to run, it accepts to keep. */
export const SnippetSql = z.string().max(10_000_000)

/** The caller's snippets, last changed first, without their texts. */
export const listSnippets = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/content',
  access: 'content:read',
  params: byRef,
  response: z.array(Snippet.omit({ sql: true })),
})

export const getSnippet = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/content/{id}',
  access: 'content:read',
  params: byId,
  response: Snippet,
})

/**
 * Creates (version 0) or saves a snippet. 409 `snippet_changed` when `version` is not the stored
 * one; the answer's `details` holds the stored snippet.
 */
export const saveSnippet = endpoint({
  method: 'PUT',
  path: '/platform/projects/{ref}/content/{id}',
  access: 'content:write',
  params: byId,
  body: z.object({ name: SnippetName, sql: SnippetSql, version: z.int().min(0) }),
  response: Snippet,
})

export const deleteSnippet = endpoint({
  method: 'DELETE',
  path: '/platform/projects/{ref}/content/{id}',
  access: 'content:write',
  params: byId,
  response: z.object({}),
})
