import { DuckDBInstance } from '@duckdb/node-api'
import { quoteIdent } from '../../postgres/sql.ts'
import { fileColumns } from '../query/columns.ts'
import type { CompactRequest } from '../query/protocol.ts'
import { CLOSED } from '../query/run-query.ts'
import { LOCK, lockStatements, segmentRows } from '../query/views.ts'

/** A query skips whole groups by their times, and reads at least one. */
const ROW_GROUP = 50_000

/** Writes the events of a segment as Parquet, sorted by time. Returns how many there are. */
export async function compactSegment({
  source,
  segment,
  output,
  memoryLimit,
}: CompactRequest): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:', { ...CLOSED, memory_limit: memoryLimit })
  const connection = await instance.connect()
  try {
    for (const statement of [...lockStatements([segment, output]), LOCK])
      await connection.run(statement)
    const columns = fileColumns(source)
    const names = columns.map(({ name }) => quoteIdent(name)).join(', ')
    const result = await connection.run(
      `copy (select ${names} from (${segmentRows(columns, [segment])}) order by "timestamp", id)
        to '${output.replaceAll("'", "''")}'
        (format parquet, compression zstd, compression_level 3, row_group_size ${ROW_GROUP}, use_tmp_file false)`,
    )
    const [[rows] = []] = await result.getRows()
    return Number(rows)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
