import { maskPasswords } from '../../logs/index.ts'
import { counterKey, type Counters } from '../../project/query-counters.ts'
import type { Session } from '../../postgres/database.ts'
import type { Project } from '../../project/project.ts'
import type { QueryUse } from '../../project/query-records.ts'
import { differenceOf } from './differences.ts'
import { explainReading } from './errors.ts'
import { MAX_USES } from './limits.ts'
import { hasStatistics, prepareReading, readCounterRows, readStatementRows } from './queries.ts'
import { isInternalStatement } from './source.ts'

export type CountersRead = {
  readonly counters: ReadonlyMap<string, Counters>
  readonly uses: readonly QueryUse[]
}

/**
 * Reads the counters of a project's queries, and what changed since others were read; undefined if
 * its Postgres has none. As the owner, who can read all of them: a view or function that the owner
 * has put in their place runs with no more rights than the owner's own.
 */
export async function readCounters(
  { database }: Project,
  before: ReadonlyMap<string, Counters> | undefined,
  timeoutMs: number,
): Promise<CountersRead | undefined> {
  try {
    return await database.as('postgres').transaction(async (tx) => {
      await tx.run(prepareReading(timeoutMs))
      if (!(await hasStatistics(tx))) return undefined
      const rows = await readCounterRows(tx)
      const counters = new Map(rows.map((row) => [keyOf(row), countersOf(row)]))
      return { counters, uses: await usesOf(tx, rows, before) }
    })
  } catch (error) {
    throw explainReading(error)
  }
}

type CounterRow = Awaited<ReturnType<typeof readCounterRows>>[number]

const countersOf = (row: CounterRow): Counters => ({
  calls: row.calls,
  totalMs: row.total_ms,
  rows: row.rows,
  blocksHit: row.blocks_hit,
  blocksRead: row.blocks_read,
  minMs: row.min_ms,
  maxMs: row.max_ms,
  since: row.since,
})

const keyOf = (row: Pick<CounterRow, 'role' | 'query_id'>) => counterKey(row.role, row.query_id)

/** The queries that took the most time since the reading before, with their texts. */
async function usesOf(
  tx: Session,
  rows: readonly CounterRow[],
  before: ReadonlyMap<string, Counters> | undefined,
): Promise<readonly QueryUse[]> {
  const changed = rows.flatMap((row) => {
    const difference = differenceOf(before?.get(keyOf(row)), countersOf(row))
    return difference ? [{ row, difference }] : []
  })
  const most = changed
    .toSorted((a, b) => b.difference.totalMs - a.difference.totalMs)
    .slice(0, MAX_USES)
  const ids = new Set(most.map(({ row }) => row.query_id))
  const texts = new Map((await readStatementRows(tx, [...ids])).map((text) => [keyOf(text), text]))
  return most.flatMap(({ row, difference }) => {
    const text = texts.get(keyOf(row))
    // Postgres has dropped the query in the meantime.
    if (!text) return []
    const statement = maskPasswords(text.statement)
    return [
      {
        role: row.role,
        queryId: row.query_id,
        ...difference,
        statement,
        isCut: text.is_cut,
        isInternal: isInternalStatement(statement),
      },
    ]
  })
}
