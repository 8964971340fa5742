import { z } from 'zod'
import { endpoint, LARGE_BODY_BYTES } from '../endpoint.ts'

/** `private`: only its author sees it. `shared`: all members of the project read it. */
export const Visibility = z.enum(['private', 'shared'])
export type Visibility = z.infer<typeof Visibility>

/**
 * `notebook`: a text with several cells, of SQL or Markdown. It is SQL too: comments separate the cells
 * and contain the Markdown. `report`: a `CustomReport` as JSON. `log_sql`: a query of the log explorer.
 */
export const SnippetType = z.enum(['sql', 'notebook', 'report', 'log_sql'])
export type SnippetType = z.infer<typeof SnippetType>

/** The types that the SQL editor opens. */
export const EditorSnippetType = SnippetType.extract(['sql', 'notebook'])
export type EditorSnippetType = z.infer<typeof EditorSnippetType>

/** A text that is saved in a project. */
export const Snippet = z.object({
  id: z.uuid(),
  type: SnippetType,
  name: z.string(),
  sql: z.string(),
  /** Increases with each save; a save with an older version is refused, so no tab overwrites another. */
  version: z.int(),
  inserted_at: z.string(),
  updated_at: z.string(),
  visibility: Visibility,
  /** Null at the top of its tree. */
  folder_id: z.uuid().nullable(),
  /** A favorite of the caller. */
  is_favorite: z.boolean(),
  /** Whether the caller created it. Only its author can make a shared query private again. */
  is_own: z.boolean(),
  /** Whether the caller can change, move and delete it. */
  can_edit: z.boolean(),
  author: z.string(),
  /** Null if the account of the last editor was deleted. */
  updated_by: z.string().nullable(),
})
export type Snippet = z.infer<typeof Snippet>

export const SnippetSummary = Snippet.omit({ sql: true })
export type SnippetSummary = z.infer<typeof SnippetSummary>

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.uuid() })

export const SnippetName = z.string().trim().min(1).max(200)
/** Ten megabytes, the limit of a query in the SQL editor. */
export const SnippetSql = z.string().max(10_000_000)
const SnippetIds = z.array(z.uuid()).min(1).max(500)

/** The caller's own and the shared snippets without their texts, last changed first. */
export const listSnippets = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/content',
  access: 'content:read',
  params: byRef,
  response: z.array(SnippetSummary),
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
 * one, with the stored snippet as `details`. 403 `snippet_read_only` for a shared snippet that the
 * caller cannot change, 409 `too_many_snippets` and `snippets_too_large`, 400 `report_invalid` if the
 * text of a report is none.
 */
export const saveSnippet = endpoint({
  method: 'PUT',
  path: '/platform/projects/{ref}/content/{id}',
  access: 'content:write',
  params: byId,
  body: z.object({
    /** Of a new snippet; by default `sql`. A save does not change it. */
    type: SnippetType.optional(),
    name: SnippetName,
    sql: SnippetSql,
    version: z.int().min(0),
    /** Keeps the replaced text as a version, even if the caller saved it a moment ago. */
    keeps_previous: z.boolean().optional(),
  }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: Snippet,
})

/** Moves a snippet to the recently deleted ones. */
export const deleteSnippet = endpoint({
  method: 'DELETE',
  path: '/platform/projects/{ref}/content/{id}',
  access: 'content:write',
  params: byId,
  response: z.object({}),
})

/** Moves several snippets to the recently deleted ones; all of them, or none. */
export const deleteSnippets = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/content/delete',
  access: 'content:write',
  params: byRef,
  body: z.object({ ids: SnippetIds }),
  response: z.object({}),
})

/**
 * Moves snippets to a folder, or to the top of a tree with null; all of them, or none. The other
 * tree shares them or makes them private: 403 `snippet_read_only` without `content:share`, 403
 * `snippet_not_own` for a shared snippet of somebody else, 404 `folder_not_found`.
 */
export const moveSnippets = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/content/move',
  access: 'content:write',
  params: byRef,
  body: z.object({ ids: SnippetIds, visibility: Visibility, folder_id: z.uuid().nullable() }),
  response: z.object({}),
})

export const markFavorite = endpoint({
  method: 'PUT',
  path: '/platform/projects/{ref}/content/{id}/favorite',
  access: 'content:write',
  params: byId,
  body: z.object({ is_favorite: z.boolean() }),
  response: z.object({}),
})

/** A snippet whose name or text contains the search. */
export const SnippetMatch = z.object({
  id: z.uuid(),
  /** The text around the first match; null if only the name matches. */
  excerpt: z.string().nullable(),
})
export type SnippetMatch = z.infer<typeof SnippetMatch>

/** Searches names and texts of queries and notebooks, without regard to case. Returns at most 200 matches. */
export const searchSnippets = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/content/search',
  access: 'content:read',
  params: byRef,
  query: z.object({ text: z.string().trim().min(1).max(200) }),
  response: z.object({
    matches: z.array(SnippetMatch),
    /** False if the search took too long and covers only names. */
    is_complete: z.boolean(),
  }),
})

export const DeletedSnippet = z.object({
  id: z.uuid(),
  type: SnippetType,
  name: z.string(),
  visibility: Visibility,
  deleted_at: z.string(),
  /** From this time on, it cannot be restored. */
  expires_at: z.string(),
  deleted_by: z.string().nullable(),
})
export type DeletedSnippet = z.infer<typeof DeletedSnippet>

/** The deleted snippets that the caller can restore, last deleted first. */
export const listDeletedSnippets = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/content/deleted',
  access: 'content:read',
  params: byRef,
  response: z.array(DeletedSnippet),
})

/** Brings a deleted snippet back, into its folder if that still exists. */
export const restoreSnippet = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/content/{id}/restore',
  access: 'content:write',
  params: byId,
  response: Snippet,
})
