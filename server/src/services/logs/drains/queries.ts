import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import { fileColumns } from '../../../logs/index.ts'
import type { DrainPosition } from '../../../project/drain-records.ts'
import { emptySql, ident, joinSql, sql, type Sql } from '../../../postgres/sql.ts'

/** The next events of a compacted file, in its order. */
export function eventsAfter(
  source: LogSourceName,
  cursor: DrainPosition['cursor'],
  limit: number,
): Sql {
  const columns = joinSql(fileColumns(source).map(({ name }) => ident(name)))
  const place = cursor
    ? sql` where (epoch_us("timestamp"), id) > (${cursor.timestamp}::bigint, ${cursor.id}::varchar)`
    : emptySql
  return sql`select ${columns} from ${ident(source)}${place} order by "timestamp", id limit ${limit}::bigint`
}
