import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import type { RenderRowProps } from 'react-data-grid'
import { RangeRow } from '../../../components/result-grid/range-row.tsx'
import type { RowEdits } from '../changes/edit-queue.ts'
import type { CachedRow } from '../rows/page-cache.ts'
import { rowIdOf } from '../table-access.ts'
import type { TableSession } from '../rows/use-table-session.ts'

export type ShownRow = {
  /** Undefined while the row is loading. */
  readonly cached: CachedRow | undefined
  readonly edits: RowEdits | undefined
  readonly isChosen: boolean
}

const Shown = createContext<ShownRow>({ cached: undefined, edits: undefined, isChosen: false })

/** The data of the row around this cell. */
export const useShownRow = (): ShownRow => useContext(Shown)

/**
 * The grid only passes positions; this component loads the row at its position. With one
 * subscription per row and store, a page that arrives re-renders only its own rows.
 */
export function GridRow({ session, ...props }: RenderRowProps<number> & { session: TableSession }) {
  const { cache, edits, chosen, table } = session
  const cached = useSyncExternalStore(cache.subscribe, () => cache.row(props.row))
  const id = cached === undefined ? undefined : rowIdOf(table, cached.row)
  const pending = useSyncExternalStore(edits.subscribe, () =>
    id === undefined ? undefined : edits.row(id),
  )
  const isChosen = useSyncExternalStore(chosen.subscribe, () => id !== undefined && chosen.has(id))
  const shown = useMemo(() => ({ cached, edits: pending, isChosen }), [cached, pending, isChosen])
  const { activeCellIdx } = props
  if (cached === undefined && activeCellIdx === undefined) return <PlaceRow {...props} />
  return (
    <Shown value={shown}>
      <RangeRow
        {...props}
        selection={session.range}
        aria-selected={isChosen}
        {...(isChosen && { className: 'is-chosen' })}
      />
    </Shown>
  )
}

/**
 * The placeholder of a row that is loading, made of as few elements as possible: during fast
 * scrolling nothing else is rendered, and rendering must keep up.
 */
function PlaceRow({ rowIdx, gridRowStart }: RenderRowProps<number>) {
  return (
    <div
      role="row"
      aria-rowindex={rowIdx + 2}
      aria-busy="true"
      className="rdg-row place-row"
      style={{ gridRowStart }}
    />
  )
}
