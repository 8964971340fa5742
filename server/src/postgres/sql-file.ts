import { readFileSync } from 'node:fs'
import { joinSql, rawSql, sql, type Bindable, type Sql } from './sql.ts'

/**
 * A statement that fills a file of its own. Its `$1`, `$2` … are bound to the values given; the file
 * is read when the statement is first needed.
 */
export function sqlFile(file: URL): (...values: readonly Bindable[]) => Sql {
  let parts: readonly string[] | undefined
  return (...values) => {
    parts ??= readFileSync(file, 'utf8').replaceAll(COMMENT_LINE, '').split(PARAMETER)
    const fragments = parts.map((part, at) => {
      if (at % 2 === 0) return rawSql(part)
      const value = values[Number(part) - 1]
      if (value === undefined) throw new TypeError(`No value for $${part}`)
      return sql`${value}`
    })
    return joinSql(fragments, '')
  }
}

const COMMENT_LINE = /^[ \t]*--.*\n/gm
const PARAMETER = /\$(\d+)/
