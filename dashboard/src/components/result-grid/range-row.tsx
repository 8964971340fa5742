import { createContext, useContext, useSyncExternalStore } from 'react'
import { Row } from 'react-data-grid'
import type { RenderRowProps } from 'react-data-grid'
import { isInSpan } from './range-selection.ts'
import type { RangeSelection } from './range-selection.ts'

const Span = createContext('')

/** A grid row that tells its cells which of them are in the range: one subscription a row. */
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

/** The tint over a chosen cell; an element of its own, so that the cell's content stays as it is. */
export function RangeMark({ column }: { column: number }) {
  return isInSpan(useContext(Span), column) ? <span className="cell-in-range" /> : null
}
