import { useMemo, useSyncExternalStore } from 'react'
import type { RenderRowProps } from 'react-data-grid'
import { RangeRow } from '../../../components/result-grid/range-row.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { ShownRowContext } from '../cells/shown-row.ts'
import type { SessionView } from '../session/session-view.ts'

/**
 * The grid only passes positions; this component loads the row at its position. With one
 * subscription per row and store, a page that arrives re-renders only its own rows.
 */
export function GridRow({ session, ...props }: RenderRowProps<number> & { session: SessionView }) {
  const { cache, edits, chosen, review } = session
  const cached = useSyncExternalStore(cache.subscribe, () => cache.row(props.row))
  const id = cached?.id
  const pending = useSyncExternalStore(edits.subscribe, () =>
    id === undefined ? undefined : edits.row(id),
  )
  const isRemoved = useSyncExternalStore(
    review.subscribe,
    () => id !== undefined && review.removal(id),
  )
  const isChosen = useSyncExternalStore(chosen.subscribe, () => id !== undefined && chosen.has(id))
  const shown = useMemo(() => ({ cached, edits: pending, isChosen }), [cached, pending, isChosen])
  const { activeCellIdx } = props
  if (cached === undefined && activeCellIdx === undefined) return <PlaceRow {...props} />
  return (
    <ShownRowContext value={shown}>
      <RangeRow
        {...props}
        selection={session.range}
        aria-selected={isChosen}
        className={classNames(
          isChosen && 'is-chosen',
          isRemoved && 'is-removed',
          // Rows that are not inserted yet have negative numbers.
          id !== undefined && id < 0 && 'is-added',
        )}
      />
    </ShownRowContext>
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
