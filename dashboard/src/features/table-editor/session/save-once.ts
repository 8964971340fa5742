import type { RowChange } from '@stoa/contract/services/meta/row-changes'
import { UNREACHABLE } from '../../../data/client/api-error.ts'
import type { RowChangesResult, useRows } from '../../../data/resources/services/meta/rows.ts'

type RowsOfTable = ReturnType<typeof useRows>

/**
 * Saves changes together. If their response was lost and they are saved again, the server is asked
 * first whether they were saved, so that no row is inserted twice.
 */
export function createSaveOnce({ change, wasSaved }: Pick<RowsOfTable, 'change' | 'wasSaved'>) {
  let lost: { text: string; token: string } | undefined
  return async (changes: readonly RowChange[]): Promise<RowChangesResult> => {
    const text = JSON.stringify(changes)
    if (lost?.text === text) {
      const isSaved = await wasSaved(lost.token)
      if (isSaved === undefined) return { state: 'unreachable', message: UNREACHABLE }
      lost = undefined
      if (isSaved) return SAVED_BEFORE
    }
    const result = await change(changes)
    const token = result.state === 'unreachable' ? result.token : undefined
    lost = token === undefined ? undefined : { text, token }
    return result
  }
}

/** The stored rows are not known, so the changes cannot be undone. */
export const SAVED_BEFORE = {
  state: 'saved',
  columns: [],
  rows: [],
} as const satisfies RowChangesResult
