import type { BulkAction, BulkChange, BulkRows } from '@stoa/contract/services/meta/bulk-changes'
import { changeManyRows } from '@stoa/contract/operations/services/meta/bulk-changes'
import { useMemo } from 'react'
import { hasErrorCode } from '../../../client/api-error.ts'
import { useCall } from '../../../client/client-context.ts'
import { useImpersonation } from '../../../local/impersonation.ts'

export type BulkRequest = { readonly rows: BulkRows; readonly action: BulkAction }

export type BulkPreview = {
  readonly count: { readonly value: number; readonly is_exact: boolean }
  readonly statement: string
  readonly isUndoable: boolean
}

/** `changes` is undefined if the change cannot be undone. */
export type BulkResult = {
  readonly count: number | undefined
  readonly changes: readonly BulkChange[] | undefined
}

type Saving = {
  /** The exact number of rows of the preview; other rows are not changed. */
  readonly expectedCount: number | undefined
  /** The same for each attempt, so that the change is saved once although a response was lost. */
  readonly token: string
}

/** Changes many rows of a table as the role or user that the member impersonates. */
export function useBulkChanges(ref: string, id: number) {
  const call = useCall()
  const [impersonate] = useImpersonation(ref)
  return useMemo(() => {
    const params = { ref, id }
    const as = impersonate ? { impersonate } : {}
    return {
      async preview({ rows, action }: BulkRequest): Promise<BulkPreview> {
        const body = { rows, action, dry_run: true, ...as }
        const { count, statement, is_undoable } = await call(changeManyRows, { params, body })
        return { count, statement: statement ?? '', isUndoable: is_undoable }
      },
      async save(
        { rows, action }: BulkRequest,
        { expectedCount, token }: Saving,
      ): Promise<BulkResult> {
        const expected = expectedCount === undefined ? {} : { expected_count: expectedCount }
        const body = { rows, action, dry_run: false, save_token: token, ...expected, ...as }
        try {
          const { count, is_undoable, changes } = await call(changeManyRows, { params, body })
          return { count: count.value, changes: is_undoable ? changes : undefined }
        } catch (error) {
          // An earlier attempt, of which the response was lost, has saved it.
          if (hasErrorCode(error, 'changes_already_saved'))
            return { count: undefined, changes: undefined }
          throw error
        }
      },
    }
  }, [call, ref, id, impersonate])
}
