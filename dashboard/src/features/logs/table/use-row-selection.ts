import type { LogRow } from '@stoa/contract/services/logs/logs'
import { useState } from 'react'
import { keyOf } from '../../../data/resources/services/logs/scope.ts'

export type RowSelection = ReturnType<typeof useRowSelection>

/** The events that a person selected to copy or download. */
export function useRowSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<string, LogRow>>(new Map())
  /** Where a range begins. */
  const [anchor, setAnchor] = useState<string>()
  return {
    count: selected.size,
    rows: () => [...selected.values()].toSorted((one, other) => other.timestamp - one.timestamp),
    has: (row: LogRow) => selected.has(keyOf(row)),
    toggle(row: LogRow) {
      const next = new Map(selected)
      if (!next.delete(keyOf(row))) next.set(keyOf(row), row)
      setSelected(next)
      setAnchor(keyOf(row))
    },
    /** Selects the events from where the selection began to this one. */
    extendTo(row: LogRow, rows: readonly LogRow[]) {
      const start = anchor ?? keyOf(row)
      setAnchor(start)
      setSelected(new Map(between(rows, start, keyOf(row)).map((each) => [keyOf(each), each])))
    },
    clear() {
      setSelected(new Map())
      setAnchor(undefined)
    },
  }
}

function between(rows: readonly LogRow[], start: string, end: string): readonly LogRow[] {
  const places = [start, end].map((key) => rows.findIndex((row) => keyOf(row) === key))
  const [from, to] = [Math.min(...places), Math.max(...places)]
  return from < 0 ? rows.slice(to, to + 1) : rows.slice(from, to + 1)
}
