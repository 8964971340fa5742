import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import type { RowChange } from '@stoa/contract/services/meta/row-changes'
import type { EditedRow, RowEdits } from './edit-queue.ts'
import type { CachedRow } from './page-cache.ts'
import type { RowKey } from './row-key.ts'

/** A change that is not sent yet. */
export type HeldChange =
  | { readonly kind: 'update'; readonly id: number; readonly row: RowEdits }
  | {
      readonly kind: 'delete'
      readonly id: number
      readonly key: RowKey
      readonly version: string | null
    }
  | {
      readonly kind: 'insert'
      readonly id: number
      readonly values: Readonly<Record<string, Cell>>
    }

export type Removal = Extract<HeldChange, { kind: 'delete' }>
export type Addition = Extract<HeldChange, { kind: 'insert' }> & { readonly shown: CachedRow }

/** A change to send, with the values that its cells had before. */
export type ReviewRequest = RowChange & { from?: Readonly<Record<string, Cell>> }

/** A change as it is sent, with the values of its cells before it. */
export function requestOf(change: HeldChange): ReviewRequest {
  if (change.kind === 'insert') return { kind: 'insert', values: { ...change.values } }
  if (change.kind === 'delete') {
    return { kind: 'delete', key: { ...change.key }, version: change.version }
  }
  const { key, version, cells } = change.row
  return {
    kind: 'update',
    key: { ...key },
    version,
    values: Object.fromEntries([...cells].map(([column, { to }]) => [column, to])),
    from: Object.fromEntries([...cells].map(([column, { from }]) => [column, from])),
  }
}

const NOTHING_CUT: ReadonlySet<number> = new Set()

/** A row that is not inserted yet, as the grid shows it. */
export const shownRow = (
  table: TableDetail,
  id: number,
  values: Readonly<Record<string, Cell>>,
): CachedRow => ({
  id,
  key: undefined,
  row: { version: null, cells: table.columns.map(({ name }) => values[name] ?? null) },
  cut: NOTHING_CUT,
})

/** A row that was selected, to be removed. */
export const removalOf = ({ id, key, version }: EditedRow): Removal => ({
  kind: 'delete',
  id,
  key,
  version,
})
