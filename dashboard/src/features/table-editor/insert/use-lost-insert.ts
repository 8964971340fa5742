import type { Cell } from '@stoa/contract/services/meta/cell'
import { useRef } from 'react'
import { UNREACHABLE } from '../../../data/client/api-error.ts'
import { useRows } from '../../../data/resources/services/meta/rows.ts'

type NewRow = Readonly<Record<string, Cell>>

/** The next step for a row: send it, stop because it is saved, or show why it cannot be sent. */
type InsertOutcome = 'send' | 'saved' | { readonly message: string }

const INSERTED_BEFORE =
  'Your first attempt was saved with the values before your changes. Insert again to add another row.'

/** Remembers an insert of which the response was lost, so that the row is not inserted twice. */
export function useLostInsert(projectRef: string, tableId: number) {
  const { wasSaved } = useRows(projectRef, tableId)
  const lost = useRef<{ text: string; token: string }>(undefined)
  return {
    lose(row: NewRow, token: string): void {
      lost.current = { text: JSON.stringify(row), token }
    },
    async of(row: NewRow): Promise<InsertOutcome> {
      if (lost.current === undefined) return 'send'
      const { text, token } = lost.current
      const isSaved = await wasSaved(token)
      if (isSaved === undefined) return { message: UNREACHABLE }
      lost.current = undefined
      if (!isSaved) return 'send'
      return text === JSON.stringify(row) ? 'saved' : { message: INSERTED_BEFORE }
    },
  }
}
