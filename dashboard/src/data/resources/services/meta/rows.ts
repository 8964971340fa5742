import type { Cell } from '@stoa/contract/services/meta/cell'
import type { Filter, FilterGroup, FilterMatch, Row, Sort } from '@stoa/contract/services/meta/rows'
import type {
  ChangedRow,
  RowChange as OneOfChanges,
} from '@stoa/contract/services/meta/row-changes'
import { changeRows, readSaveOutcome } from '@stoa/contract/operations/services/meta/row-changes'
import {
  getRow,
  insertRow,
  listRows,
  updateRow,
} from '@stoa/contract/operations/services/meta/rows'
import { useMemo } from 'react'
import { useImpersonation } from '../../../local/impersonation.ts'
import { ApiError, errorMessage, hasErrorCode } from '../../../client/api-error.ts'
import { useEndpointMutation } from '../../../client/endpoint-hooks.ts'
import { isRecord } from '../../../client/http.ts'
import { useCall } from '../../../client/client-context.ts'

/** The conditions that rows match. A group matches the other way: any of it, or all of it. */
export type Conditions = {
  readonly filters: readonly (Filter | FilterGroup)[]
  readonly match: FilterMatch
}

export type RowWindow = Conditions & {
  sorts: readonly Sort[]
  limit: number
  offset: number
  /** The cursor of the previous page, used in place of `offset`. */
  after?: string | undefined
  count?: 'none' | 'estimated' | 'exact'
  signal?: AbortSignal
}

/**
 * The result of changing a row. `unreachable` means that the change may or may not have been
 * applied.
 */
export type RowChangeResult =
  | { state: 'saved'; row: Row }
  | { state: 'conflict'; theirs: Row | null }
  | { state: 'gone' }
  /** `columns` are those that the error is about, as far as the server knows them. */
  | { state: 'rejected'; message: string; code: string; columns: readonly string[] }
  | { state: 'unreachable'; message: string }

export type RowChange = {
  key: Readonly<Record<string, Cell>>
  version: string | null
  values: Readonly<Record<string, Cell>>
}

/** The result of changes that were saved together, or why none was. */
export type RowChangesResult =
  | { state: 'saved'; columns: readonly string[]; rows: readonly ChangedRow[] }
  /** Somebody else changed the row of the change at this position. */
  | { state: 'conflict'; change: number; theirs: Row }
  /** `change` is the position of the change at fault, if the server knows it. */
  | { state: 'rejected'; message: string; code: string; change: number | undefined }
  /** With the token, `wasSaved` tells whether the changes were saved. */
  | { state: 'unreachable'; message: string; token?: string }

/**
 * Reads and writes the rows of one table as the role or user that the member impersonates in the
 * project, without the query cache. A table can be larger than the
 * browser's memory, so the caller manages its own pages.
 */
export function useRows(ref: string, id: number) {
  const call = useCall()
  const impersonation = useImpersonationField(ref)
  return useMemo(() => {
    const params = { ref, id }
    return {
      list: ({ filters, match, sorts, limit, offset, after, count = 'none', signal }: RowWindow) =>
        call(listRows, {
          params,
          body: {
            filters: [...filters],
            match,
            sorts: [...sorts],
            limit,
            offset: after === undefined ? offset : 0,
            count,
            ...(after !== undefined && { after }),
            ...impersonation,
          },
          signal,
        }),
      /** Reads one row with every cell in full. */
      get: (key: Readonly<Record<string, Cell>>) =>
        call(getRow, { params, body: { key, ...impersonation } }),
      /** Never throws, because the caller must show every outcome of a write. */
      async update(change: RowChange): Promise<RowChangeResult> {
        try {
          const body = { ...change, ...impersonation }
          return { state: 'saved', row: await call(updateRow, { params, body }) }
        } catch (error) {
          return changeFailure(error)
        }
      },
      /** Saves several changes together, all or none. Never throws, for the same reason. */
      async change(changes: readonly OneOfChanges[]): Promise<RowChangesResult> {
        const token = crypto.randomUUID()
        try {
          const body = {
            changes: [...changes],
            dry_run: false,
            save_token: token,
            ...impersonation,
          }
          return { state: 'saved', ...(await call(changeRows, { params, body })) }
        } catch (error) {
          const failure = changesFailure(error)
          return failure.state === 'unreachable' ? { ...failure, token } : failure
        }
      },
      /**
       * Whether changes of which the response was lost were saved; undefined if that is still
       * unknown. If they were not, they never will be.
       */
      async wasSaved(token: string): Promise<boolean | undefined> {
        try {
          return (await call(readSaveOutcome, { params: { ref }, body: { save_token: token } }))
            .saved
        } catch {
          return undefined
        }
      },
      /** The SQL of changes, which are not saved. */
      async preview(changes: readonly OneOfChanges[], signal: AbortSignal): Promise<string[]> {
        const body = { changes: [...changes], dry_run: true, ...impersonation }
        return (await call(changeRows, { params, body, signal })).statements
      },
    }
  }, [call, ref, id, impersonation])
}

/** The impersonated role, as request parameters. */
function useImpersonationField(ref: string) {
  const [impersonate] = useImpersonation(ref)
  return useMemo(() => (impersonate ? { impersonate } : {}), [impersonate])
}

function changeFailure(error: unknown): RowChangeResult {
  const message = errorMessage(error)
  if (hasErrorCode(error, 'row_changed')) {
    return { state: 'conflict', theirs: isRow(error.details) ? error.details : null }
  }
  if (hasErrorCode(error, 'row_not_found')) return { state: 'gone' }
  const isRefusal = error instanceof ApiError && error.code >= 400 && error.code < 500
  // A 408 or 429 does not reject the change itself, and a retry can succeed.
  if (isRefusal && error.code !== 408 && error.code !== 429) {
    const code = error.errorCode ?? String(error.code)
    return { state: 'rejected', message, code, columns: errorColumns(error).columns }
  }
  return { state: 'unreachable', message }
}

function changesFailure(error: unknown): RowChangesResult {
  const failure = changeFailure(error)
  const { details } = error instanceof ApiError ? error : { details: null }
  const change = isRecord(details) ? details['change'] : undefined
  const position = typeof change === 'number' ? change : undefined
  if (failure.state === 'unreachable') return failure
  if (failure.state === 'conflict' && failure.theirs !== null && position !== undefined) {
    return { state: 'conflict', change: position, theirs: failure.theirs }
  }
  const code = error instanceof ApiError ? (error.errorCode ?? String(error.code)) : ''
  return { state: 'rejected', message: errorMessage(error), code, change: position }
}

export function useInsertRow(ref: string, id: number) {
  const impersonation = useImpersonationField(ref)
  return useEndpointMutation(insertRow, {
    input: ({ values, token }: { values: Record<string, Cell>; token: string }) => ({
      params: { ref, id },
      body: { values, save_token: token, ...impersonation },
    }),
  })
}

/** Whether a request may have been carried out although it failed. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  changeFailure(error).state === 'unreachable'

/** The columns that a database error is about, and their table if the error names it. */
export function errorColumns(error: unknown): { columns: string[]; table: string | undefined } {
  const { details } = error instanceof ApiError ? error : { details: null }
  const { column, columns, table } = isRecord(details) ? details : {}
  const named = Array.isArray(columns) && columns.length > 0 ? columns : [column]
  return {
    columns: named.filter((name) => typeof name === 'string'),
    table: typeof table === 'string' ? table : undefined,
  }
}

/** Whether the details of an error are the row that is stored now. */
const isRow = (details: unknown): details is Row =>
  isRecord(details) && Array.isArray(details['cells'])
