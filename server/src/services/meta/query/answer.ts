import type { Notice, QueryResult, runQuery } from '@stoa/contract/services/meta/query'
import type { z } from 'zod'
import type { QueriedProject } from '../../../project/project.ts'
import { MAX_RESULTS, type Outcome } from './execution.ts'
import type { TypeNames } from './type-names.ts'

export type RunResult = z.infer<typeof runQuery.response>

type AnswerParts = Pick<RunResult, 'notices' | 'ended' | 'duration_ms'> & {
  readonly outcome: Outcome
}

/** The response for a text that ran to its end. */
export async function answerOf(
  typeNames: TypeNames,
  project: QueriedProject,
  { outcome, notices, ...rest }: AnswerParts,
): Promise<RunResult> {
  return {
    results: await nameTypes(typeNames, project, outcome),
    commands: [...outcome.commands],
    notices: [...notices, ...ownNotices(outcome)],
    ...rest,
  }
}

async function nameTypes(
  typeNames: TypeNames,
  project: QueriedProject,
  { results }: Outcome,
): Promise<QueryResult[]> {
  const nameOf = await typeNames(
    project,
    results.flatMap((result) => result.columns),
  )
  return results.map((result) => ({
    command: result.command,
    columns: result.columns.map((column) => ({ name: column.name, type: nameOf(column) })),
    rows: result.rows,
    row_count: result.rowCount,
    is_limited: result.isLimited,
  }))
}

const ownNotices = ({ returning }: Outcome): Notice[] =>
  returning > MAX_RESULTS
    ? [{ severity: 'INFO', message: `Showing the first ${MAX_RESULTS} of ${returning} results.` }]
    : []
