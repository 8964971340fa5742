import { z } from 'zod'
import { endpoint, LARGE_BODY_BYTES } from '../endpoint.ts'

/** A SQL text that one person has saved in one project. */
export const Snippet = z.object({
  id: z.uuid(),
  name: z.string(),
  sql: z.string(),
  /** Increases with each save; a save with an older version is refused, so no tab overwrites another. */
  version: z.int(),
  updated_at: z.string(),
})
export type Snippet = z.infer<typeof Snippet>

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.uuid() })

export const SnippetName = z.string().trim().min(1).max(200)
/** Ten megabytes, the limit of a query in the SQL editor. */
export const SnippetSql = z.string().max(10_000_000)

/** The caller's snippets without their texts, last changed first. */
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
 * Creates (version 0) or saves a snippet. Returns 409 `snippet_changed` when `version` is not the stored
 * one, with the stored snippet as `details`.
 */
export const saveSnippet = endpoint({
  method: 'PUT',
  path: '/platform/projects/{ref}/content/{id}',
  access: 'content:write',
  params: byId,
  body: z.object({ name: SnippetName, sql: SnippetSql, version: z.int().min(0) }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: Snippet,
})

export const deleteSnippet = endpoint({
  method: 'DELETE',
  path: '/platform/projects/{ref}/content/{id}',
  access: 'content:write',
  params: byId,
  response: z.object({}),
})
