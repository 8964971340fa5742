import type { Snippet } from '@stoa/contract/platform/content'
import { AppError } from '../../lib/errors.ts'
import type { Context } from '../context.ts'
import { findSnippet, insertSnippet, updateSnippet, type SnippetKey } from './queries.ts'
import { snippetNotFound } from './read-snippets.ts'

type Content = { readonly name: string; readonly sql: string; readonly version: number }

/**
 * Creates (version 0) or saves a snippet. 409 `snippet_changed`, with the stored snippet as
 * `details`, when another version is stored: of two saves at once, one succeeds and the other is rejected.
 */
export async function saveSnippet(
  { session, clock }: Pick<Context, 'clock' | 'session'>,
  key: SnippetKey,
  content: Content,
): Promise<Snippet> {
  const stamped = { ...content, at: clock.now() }
  const saved =
    content.version === 0
      ? await insertSnippet(session, key, stamped)
      : await updateSnippet(session, key, stamped)
  if (saved) return saved
  const stored = await findSnippet(session, key)
  if (!stored) throw snippetNotFound()
  throw new AppError('snippet_changed', 'This snippet has been changed elsewhere.', {
    status: 409,
    hint: 'Reload it, or save yours under another name.',
    details: stored,
  })
}
