import type { Snippet } from '@stoa/contract/platform/content'
import type { Member } from '../../project/member.ts'
import { AppError } from '../../lib/errors.ts'
import type { ProjectScope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { personOf } from '../person.ts'
import { findSnippet, listSnippetRows, type SnippetKey } from './queries.ts'

/** The caller's snippets in a project, last changed first; none for the operator credential, which has no account. */
export async function listSnippets(
  { session }: Pick<Context, 'session'>,
  member: Member,
  { projectId }: ProjectScope,
): Promise<Omit<Snippet, 'sql'>[]> {
  if (member.kind !== 'person') return []
  return listSnippetRows(session, projectId, member.userId)
}

export async function readSnippet(
  { session }: Pick<Context, 'session'>,
  key: SnippetKey,
): Promise<Snippet> {
  const row = await findSnippet(session, key)
  if (!row) throw snippetNotFound()
  return row
}

/** Snippets belong to their owner: the id alone does not find another person's. */
export const snippetKey = (member: Member, scope: ProjectScope, id: string): SnippetKey => ({
  projectId: scope.projectId,
  ownerId: personOf(member).userId,
  id,
})

export const snippetNotFound = (): AppError =>
  new AppError('snippet_not_found', 'This snippet does not exist.', {
    status: 404,
    hint: 'It may have been deleted, or belong to somebody who has not shared it.',
  })
