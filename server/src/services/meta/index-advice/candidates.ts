import type { PlannedTable } from './plan.ts'

export type Candidate = {
  readonly schema: string
  readonly table: string
  readonly columns: readonly string[]
}

/** Each candidate costs building an index on the copy, and a plan. */
const MOST_CANDIDATES = 24
const MOST_COLUMNS = 3

/**
 * Indexes that could help: of single columns, and of those that are compared for equality followed by
 * one for a range or an order, because a btree index on several columns can use these.
 */
export function candidatesOf(tables: readonly PlannedTable[]): Candidate[] {
  const all = tables.flatMap(({ schema, name, uses }) => {
    const having = (wanted: string) =>
      [...uses].filter(([, found]) => [...found].some((use) => use === wanted)).map(([c]) => c)
    const equal = having('equality')
    const range = having('range')
    const order = having('order')
    const tails = [...new Set([...range, ...order])].filter((column) => !equal.includes(column))
    const lists = [
      ...[...equal, ...tails].map((column) => [column]),
      ...(equal.length > 1 ? [equal.slice(0, MOST_COLUMNS)] : []),
      ...equal.flatMap((first) => tails.map((tail) => [first, tail])),
      ...(order.length > 1 ? [order.slice(0, MOST_COLUMNS)] : []),
    ]
    return lists.map((columns) => ({ schema, table: name, columns }))
  })
  const distinct = new Map(all.map((candidate) => [JSON.stringify(candidate), candidate]))
  return [...distinct.values()].slice(0, MOST_CANDIDATES)
}
