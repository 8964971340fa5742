import { createContext, useContext, useSyncExternalStore } from 'react'
import { Row } from 'react-data-grid'
import type { RenderRowProps } from 'react-data-grid'
import { isInSpan } from './range-selection.ts'
import type { RangeSelection } from './range-selection.ts'

const Span = createContext('')

/**
 * A grid row that tells its cells which of them are in the range, with one subscription per row.
 */
export function RangeRow<Value>({
  selection,
  ...props
}: RenderRowProps<Value> & { selection: RangeSelection }) {
  const span = useSyncExternalStore(selection.subscribe, () => selection.span(props.rowIdx))
  return (
    <Span value={span}>
      <Row {...props} />
    </Span>
  )
}

/** Tints a selected cell. It is a separate element, so the cell's content does not change. */
export function RangeMark({ column }: { column: number }) {
  return isInSpan(useContext(Span), column) ? <span className="cell-in-range" /> : null
}
