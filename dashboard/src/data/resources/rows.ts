import type { Cell } from '@stoa/contract/services/meta/cell'
import type { Filter, Row, Sort } from '@stoa/contract/services/meta/rows'
import {
  deleteRows,
  getRow,
  insertRow,
  listRows,
  updateRow,
} from '@stoa/contract/services/meta/rows'
import { Row as RowSchema } from '@stoa/contract/services/meta/rows'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError, errorMessage, hasErrorCode } from '../client/api-error.ts'
import { useCall } from '../client/client-context.ts'

export type RowWindow = {
  filters: readonly Filter[]
  sorts: readonly Sort[]
  limit: number
  offset: number
  /** Cursor of the window this one follows; replaces `offset`. */
  after?: string | undefined
  count?: 'none' | 'estimated' | 'exact'
  signal?: AbortSignal
}

/** What became of a change to a row. `unreachable` means nobody knows whether it arrived. */
export type RowChangeResult =
  | { state: 'saved'; row: Row }
  | { state: 'conflict'; theirs: Row | null }
  | { state: 'gone' }
  | { state: 'rejected'; message: string; code: string }
  | { state: 'unreachable'; message: string }

export type RowChange = {
  key: Readonly<Record<string, Cell>>
  version: string | null
  values: Readonly<Record<string, Cell>>
}

/**
 * Reading and writing rows of one table, past the query cache: a table may have more rows than a
 * browser has memory, so its reader keeps its own pages.
 */
export function useRows(ref: string, id: number) {
  const call = useCall()
  return useMemo(() => {
    const params = { ref, id }
    return {
      list: ({ filters, sorts, limit, offset, after, count = 'none', signal }: RowWindow) =>
        call(listRows, {
          params,
          body: {
            filters: [...filters],
            sorts: [...sorts],
            limit,
            offset: after === undefined ? offset : 0,
            count,
            ...(after !== undefined && { after }),
          },
          signal,
        }),
      /** The row with every cell in full. */
      get: (key: Readonly<Record<string, Cell>>) => call(getRow, { params, body: { key } }),
      /** Never throws: each outcome of a write is one somebody must see. */
      async update(change: RowChange): Promise<RowChangeResult> {
        try {
          return { state: 'saved', row: await call(updateRow, { params, body: change }) }
        } catch (error) {
          return changeFailure(error)
        }
      },
    }
  }, [call, ref, id])
}

function changeFailure(error: unknown): RowChangeResult {
  const message = errorMessage(error)
  if (hasErrorCode(error, 'row_changed')) {
    return { state: 'conflict', theirs: RowSchema.safeParse(error.details).data ?? null }
  }
  if (hasErrorCode(error, 'row_not_found')) return { state: 'gone' }
  const isRefusal = error instanceof ApiError && error.code >= 400 && error.code < 500
  // 408 and 429 refuse the moment, not the change.
  if (isRefusal && error.code !== 408 && error.code !== 429) {
    return { state: 'rejected', message, code: error.errorCode ?? String(error.code) }
  }
  return { state: 'unreachable', message }
}

export function useInsertRow(ref: string, id: number) {
  const call = useCall()
  return useMutation({
    mutationFn: (values: Record<string, Cell>) =>
      call(insertRow, { params: { ref, id }, body: { values } }),
  })
}

/** At most 1000 rows, all or none. */
export function useDeleteRows(ref: string, id: number) {
  const call = useCall()
  return useMutation({
    mutationFn: (keys: Record<string, Cell>[]) =>
      call(deleteRows, { params: { ref, id }, body: { keys } }),
  })
}
