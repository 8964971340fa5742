import type { QueryFailure } from '../../data/resources/database/query.ts'

/**
 * Says which changes remain of a text of several statements that did not run to its end. Undefined
 * for a single statement, and if the text never began.
 */
export function keptOf({
  details,
  progress,
}: Pick<QueryFailure, 'details' | 'progress'>): string | undefined {
  if (!progress || progress.statements < 2) return undefined
  const { statements, completed_statements: completed, committed_statements: committed } = progress
  const reached =
    details === null
      ? `${completed} of ${statements} statements had run.`
      : `Statement ${details.statement} of ${statements} failed.`
  return `${reached} ${changesOf(committed)}`
}

function changesOf(committed: number): string {
  if (committed === 0) return 'Nothing was changed.'
  const first = committed === 1 ? 'The first one was' : `The first ${committed} were`
  return `${first} committed; the others changed nothing.`
}
