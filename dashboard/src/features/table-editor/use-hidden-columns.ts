import { useState } from 'react'
import { readSetting, writeSetting } from '../../lib/storage.ts'

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')

/** The columns of a table that are hidden in this browser. */
export function useHiddenColumns(projectRef: string, tableId: number) {
  const key = `stoa.hidden-columns.${projectRef}.${tableId}`
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(readSetting<string[]>(key, [], isNames)),
  )
  const put = (next: ReadonlySet<string>) => {
    setHidden(next)
    writeSetting(key, [...next])
  }
  return {
    hidden,
    hide: (column: string) => put(new Set([...hidden, column])),
    show: (column: string) => put(new Set([...hidden].filter((name) => name !== column))),
    showAll: () => put(new Set()),
  }
}
