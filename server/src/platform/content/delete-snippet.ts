import type { Context } from '../context.ts'
import { removeSnippet, type SnippetKey } from './queries.ts'
import { snippetNotFound } from './read-snippets.ts'

export async function deleteSnippet(
  { session }: Pick<Context, 'session'>,
  key: SnippetKey,
): Promise<Record<string, never>> {
  if ((await removeSnippet(session, key)) === 0) throw snippetNotFound()
  return {}
}
