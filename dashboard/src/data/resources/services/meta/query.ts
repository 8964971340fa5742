import type { Impersonation } from '@stoa/contract/services/impersonation'
import type {
  QueryErrorDetails,
  QueryParameter,
  RunProgress,
} from '@stoa/contract/services/meta/query'
import { cancelQuery, runQuery } from '@stoa/contract/operations/services/meta/query'
import { useMemo } from 'react'
import { ApiError, errorMessage } from '../../../client/api-error.ts'
import { useCall } from '../../../client/client-context.ts'
import { isRecord } from '../../../client/http.ts'

export type QueryAnswer = Awaited<ReturnType<ReturnType<typeof useQueryRunner>['run']>>

/** Why a query ended without results. */
export type QueryFailure = {
  message: string
  /** `query_failed`, `query_cancelled`, `query_timeout` or another code; null when unreachable. */
  code: string | null
  /** Postgres's own error fields, when Postgres rejected the query. */
  details: QueryErrorDetails | null
  /** How far the text came, when it began to run. */
  progress: RunProgress | null
  hint: string | null
}

/** The query that a transaction belongs to, and whether it is expected to be open. */
export type RunTransaction = { id: string; is_open: boolean }

type RunBody = {
  run_id: string
  sql: string
  row_limit: number
  timeout_ms: number
  /**
   * The role or user that the text runs as. By default the project's owner, or the read-only role
   * for members who can only read.
   */
  impersonate?: Impersonation | undefined
  /** The transaction that the text runs in, and that stays open after it. */
  transaction?: RunTransaction | undefined
  parameters?: QueryParameter[] | undefined
  explain?: 'plan' | 'analyze' | undefined
  keeps_history?: boolean
}

/** Runs and cancels SQL in a project. The client generates the id that identifies a run. */
export function useQueryRunner(ref: string) {
  const call = useCall()
  return useMemo(
    () => ({
      run: ({ impersonate, transaction, parameters, explain, ...body }: RunBody) =>
        call(runQuery, {
          params: { ref },
          body: {
            ...body,
            ...(impersonate && { impersonate }),
            ...(transaction && { transaction }),
            ...(parameters && { parameters }),
            ...(explain && { explain }),
          },
        }),
      cancel: (run_id: string) => call(cancelQuery, { params: { ref, run_id } }),
    }),
    [call, ref],
  )
}

/** Turns the error of a failed run into the fields that the page shows. */
export function queryFailure(error: unknown): QueryFailure {
  const isApiError = error instanceof ApiError
  return {
    message: errorMessage(error),
    code: (isApiError && error.errorCode) || null,
    details: isApiError && isDatabaseError(error.details) ? error.details : null,
    progress: isApiError && isProgress(error.details) ? error.details : null,
    hint: (isApiError && error.hint) || null,
  }
}

/** Whether the details of an error come from Postgres. */
const isDatabaseError = (details: unknown): details is QueryErrorDetails =>
  isRecord(details) && typeof details['sqlstate'] === 'string'

/** Whether the details of an error say how far a text came. */
const isProgress = (details: unknown): details is RunProgress =>
  isRecord(details) && typeof details['committed_statements'] === 'number'
