import type { Snippet } from '@stoa/contract/platform/content'
import type { SnippetVersion } from '@stoa/contract/platform/content-versions'
import type { Context } from '../context.ts'
import type { ContentCaller } from './content-caller.ts'
import { versionNotFound } from './errors.ts'
import { requireKey } from './read-snippets.ts'
import { saveSnippet } from './save-snippet.ts'
import { findVersion, listVersionRows } from './version-queries.ts'

export async function listVersions(
  { session }: Pick<Context, 'session'>,
  caller: ContentCaller,
  id: string,
): Promise<SnippetVersion[]> {
  return listVersionRows(session, await requireKey(session, caller, id))
}

type VersionAddress = { readonly id: string; readonly version: number }

export async function readVersion(
  { session }: Pick<Context, 'session'>,
  caller: ContentCaller,
  { id, version }: VersionAddress,
): Promise<SnippetVersion & { sql: string }> {
  const row = await findVersion(session, await requireKey(session, caller, id), version)
  if (!row) throw versionNotFound()
  return row
}

/** Saves an earlier version as the newest one; the current text stays a version. */
export async function restoreVersion(
  context: Context,
  caller: ContentCaller,
  { storedVersion, ...address }: VersionAddress & { readonly storedVersion: number },
): Promise<Snippet> {
  const { name, sql } = await readVersion(context, caller, address)
  return saveSnippet(context, caller, {
    id: address.id,
    name,
    sql,
    version: storedVersion,
    keeps_previous: true,
  })
}
