import type { QueryErrorDetails, RunProgress } from '@stoa/contract/services/meta/query'
import { toDiskFull } from '../../../lib/disk-full.ts'
import { AppError } from '../../../lib/errors.ts'
import {
  isConnectionError,
  isDatabaseFailure,
  sqlstateOf,
  type DatabaseFailure,
} from '../../../postgres/failures.ts'
import { connectionLost, projectStopping, queryCancelled, queryTimeout } from '../errors.ts'
import type { Outcome } from './execution.ts'
import { READER, type RunRights } from './rights.ts'
import { characterAt, indexOf, locate, positionOf } from './position.ts'
import type { TextShape } from './text-shape.ts'

/** The reason why a run was ended early. */
export type EndReason = 'timeout' | 'cancelled' | 'disconnected' | 'stopping'

type Failure = {
  readonly text: string
  /** Length of what the server sent before the member's text, on its first line. */
  readonly prefixLength?: number
  /** Index of the part of the text that was sent last. Postgres counts positions from there. */
  readonly start: number
  readonly rights: RunRights
  readonly shape: TextShape
  readonly outcome: Outcome
  readonly reason: EndReason | undefined
  readonly timeoutMs: number
  /** The text ran in a transaction that began before it. */
  readonly isInTransaction?: boolean
}

/** The error for a failed run. An error that is not Postgres's is returned unchanged. */
export function describeFailure(failure: Failure): unknown {
  const { error } = failure.outcome
  const isLost = isLoss(error)
  if (failure.reason !== undefined && (isLost || isCancel(error)))
    return ended(failure.reason, failure)
  if (isLost) return lost(failure)
  if (!isDatabaseFailure(error)) return error
  const details = detailsOf(error, failure)
  const full = toDiskFull(error)
  const hint = details.hint ?? full?.hint
  return new AppError(full?.code ?? 'query_failed', error.message, {
    status: full?.status ?? 400,
    ...(hint !== undefined && { hint }),
    details,
    cause: error,
  })
}

/** Whether a run failed with this error of Postgres. */
export const isFailureOf = (error: unknown, sqlstate: string): boolean =>
  error instanceof AppError && sqlstateOf(error.cause) === sqlstate

const isCancel = (error: unknown) => sqlstateOf(error) === '57014'

/** 57P01 to 57P05: Postgres ended the session. 08: the connection itself failed. */
const isLoss = (error: unknown) =>
  isDatabaseFailure(error)
    ? /^(57P0[1-5]|08)/.test(error.code) && error.severity !== 'ERROR'
    : isConnectionError(error)

function ended(reason: EndReason, failure: Failure): AppError {
  if (reason === 'stopping') return projectStopping()
  const progress = progressOf(failure)
  return reason === 'timeout' ? queryTimeout(failure.timeoutMs, progress) : queryCancelled(progress)
}

const progressOf = ({ shape, outcome }: Failure): RunProgress => ({
  statements: shape.statementCount,
  completed_statements: outcome.completed,
  committed_statements: outcome.committed,
})

function lost({ shape, outcome, isInTransaction = false }: Failure): AppError {
  // The text is committed when its last statement succeeds; before that statement, nothing was.
  const mayHaveCommitted = isInTransaction
    ? shape.endsTransaction
    : shape.mayCommitEarly || outcome.completed >= shape.statementCount - 1
  return connectionLost(mayHaveCommitted, outcome.completed, outcome.error)
}

function detailsOf(error: DatabaseFailure, failure: Failure): QueryErrorDetails {
  const position =
    error.position === undefined
      ? null
      : Number(error.position) + positionOf(failure.text, failure.start) - 1
  const place = placeOf(position, failure)
  return {
    ...progressOf(failure),
    statement: statementOf(position, failure),
    sqlstate: error.code,
    severity: error.severity ?? 'ERROR',
    detail: error.detail ?? null,
    hint: error.hint ?? adviseOn(error, position, failure),
    ...withoutPrefix(position, place, failure.prefixLength ?? 0),
    where: error.where ?? null,
  }
}

/** The place in the member's own text. */
function withoutPrefix(
  position: number | null,
  place: { readonly line: number; readonly column: number } | null,
  length: number,
) {
  if (!place) return { position, line: null, column: null }
  const { line, column } = place
  return {
    position: position === null ? null : Math.max(1, position - length),
    line,
    column: line === 1 ? Math.max(1, column - length) : column,
  }
}

/** The statement at the error's position, since Postgres parses all of them before the first runs. */
function statementOf(position: number | null, { text, shape, outcome }: Failure): number {
  if (position === null) return outcome.completed + 1
  const index = indexOf(text, position)
  return Math.max(1, shape.statementStarts.findLastIndex((start) => start <= index) + 1)
}

/** The error's position or, if Postgres gives none, the start of the statement that failed. */
function placeOf(position: number | null, { text, shape, outcome }: Failure) {
  if (position !== null) return locate(text, position)
  const start = shape.statementStarts[outcome.completed]
  return start === undefined ? null : locate(text, positionOf(text, start))
}

function adviseOn(
  { code }: DatabaseFailure,
  position: number | null,
  { text, outcome, rights }: Failure,
): string | null {
  if (outcome.wantedData) return 'COPY … FROM STDIN reads data that psql sends. Use INSERT here.'
  if (code === '42601' && position !== null && characterAt(text, position) === '\\')
    return 'Commands that begin with a backslash work only in psql. Use SQL instead.'
  if (code === '25006' && rights.isReadOnly)
    return rights.role === READER.role
      ? 'Your role is read-only, so this query can’t change data.'
      : 'This query runs in a read-only transaction, so it can’t change data.'
  if (code === '42501' && rights.role === 'supabase_read_only_user')
    return 'Data that can contain secrets can only be read by members who can write to the database.'
  if (code === '25006')
    return 'If the project is read-only because its disk is full, start with "begin read write" to delete data.'
  return null
}
