import { useState } from 'react'
import type { RecordSelection } from './record-columns.ts'

/** The selected ones of the listed items, at most `maximum`. */
export function useSelection<Id extends string | number>(
  listed: readonly Id[],
  maximum: number,
): RecordSelection<Id> {
  const [ids, setIds] = useState<ReadonlySet<Id>>(new Set())
  const [last, setLast] = useState<Id>()
  const add = (more: readonly Id[]) => setIds(new Set([...ids, ...more].slice(0, maximum)))
  return {
    ids,
    toggle(id, { isExtending }) {
      const from = isExtending && last !== undefined ? listed.indexOf(last) : -1
      const to = listed.indexOf(id)
      setLast(id)
      if (from >= 0 && from !== to)
        return add(listed.slice(Math.min(from, to), Math.max(from, to) + 1))
      if (!ids.has(id)) return add([id])
      setIds(new Set([...ids].filter((each) => each !== id)))
    },
    all: () => add(listed),
    set: (next) => setIds(new Set(next)),
  }
}
