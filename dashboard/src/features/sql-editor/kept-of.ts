import type { QueryFailure } from '../../data/resources/services/meta/query.ts'
import type { RunRequest } from './run-store.ts'

/**
 * Says which changes remain of a text of several statements that did not run to its end. Undefined
 * for a single statement, and if the text never began.
 */
export function keptOf(
  { details, progress }: Pick<QueryFailure, 'details' | 'progress'>,
  { transaction }: Pick<RunRequest, 'transaction'> = {},
): string | undefined {
  // The first statement of a transaction fails with it.
  const stays = transaction?.is_open === true || (progress?.completed_statements ?? 0) > 0
  if (progress && transaction && stays && progress.committed_statements === 0)
    return `${reachedOf(details, progress)} The transaction can only be rolled back.`
  if (!progress || progress.statements < 2) return undefined
  return `${reachedOf(details, progress)} ${changesOf(progress.committed_statements)}`
}

function reachedOf(
  details: QueryFailure['details'],
  { statements, completed_statements: completed }: NonNullable<QueryFailure['progress']>,
): string {
  return details === null
    ? `${completed} of ${statements} statements had run.`
    : `Statement ${details.statement} of ${statements} failed.`
}

function changesOf(committed: number): string {
  if (committed === 0) return 'Nothing was changed.'
  const first = committed === 1 ? 'The first one was' : `The first ${committed} were`
  return `${first} committed; the others changed nothing.`
}
