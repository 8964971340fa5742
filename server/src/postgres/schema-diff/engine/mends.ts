/**
 * Corrections of what the engine reads and plans; `docs/decisions/0043-schema-differences.md` says how
 * they were found. Each can go when the engine no longer needs it.
 */

/** Marks the expression of a virtual column, because the engine knows only stored ones. */
const VIRTUAL_MARK = '/*stoa:virtual*/'

/**
 * The rows of the engine's query for columns, with virtual columns marked, and those of its query for
 * the constraints of domains, without the NOT NULL constraints that Postgres 18 lists: the engine
 * writes NOT NULL anyway, and twice is an error.
 */
export const mendRows = (rows: readonly unknown[]): readonly unknown[] =>
  rows.flatMap((row) => {
    if (typeof row !== 'object' || row === null) return [row]
    if ('domain' in row && 'type' in row && row.type === 'n') return []
    const isVirtualColumn = 'generated' in row && row.generated === 'v'
    if (!isVirtualColumn || !('default_expr' in row) || typeof row.default_expr !== 'string')
      return [row]
    return [{ ...row, default_expr: `${row.default_expr}${VIRTUAL_MARK}` }]
  })

/** The SQL of an action as Postgres has to run it. */
export function mendSql(sql: string): string {
  const virtual = sql
    .replaceAll(`${VIRTUAL_MARK}) STORED`, ') VIRTUAL')
    .replaceAll(VIRTUAL_MARK, '')
  // ONLY would leave the partitions without the index, and the index itself invalid.
  return virtual.replace(INDEX_ON_ONLY, '$1')
}

const IDENTIFIER = '(?:"(?:[^"]|"")*"|[^\\s".]+)'
const INDEX_ON_ONLY = new RegExp(`^(CREATE (?:UNIQUE )?INDEX ${IDENTIFIER} ON )ONLY `)

export const isVirtual = (sql: string): boolean => sql.includes(VIRTUAL_MARK)
