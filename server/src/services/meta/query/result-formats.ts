import type { ResultFormat } from '@stoa/contract/services/meta/query-stream'
import { resultFormat as formatOf } from '../rows/export-formats.ts'
import type { RunResult } from './answer.ts'
import type { BinaryFormat } from './binary-file.ts'
import { noResult } from './errors.ts'
import type { ResultColumns } from './execution.ts'
import type { LineFormat } from './line-stream.ts'

/** The built-in types whose values are not written as texts. */
const NAMES = new Map([
  [16, 'bool'],
  [20, 'int8'],
  [21, 'int2'],
  [23, 'int4'],
  [26, 'oid'],
  [114, 'json'],
  [700, 'float4'],
  [701, 'float8'],
  [1700, 'numeric'],
  [3802, 'jsonb'],
])

const describe = (columns: ResultColumns) =>
  columns.map(({ name, typeOid }) => ({
    name,
    type_schema: 'pg_catalog',
    type_name: NAMES.get(typeOid) ?? '',
  }))

export const CONTENT_TYPES: Record<ResultFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
}

export type TextFormat = Exclude<ResultFormat, BinaryFormat>

/** A file of the rows of one statement. It breaks off after an error. */
export function fileFormat(format: TextFormat, statement: number): LineFormat<RunResult> {
  let rowFormat: ReturnType<typeof formatOf> | undefined
  let count = 0
  return {
    begin(result, columns) {
      if (result !== statement) return ''
      rowFormat = formatOf(format, describe(columns))
      return rowFormat.head
    },
    rows(result, rows) {
      if (result !== statement || !rowFormat) return ''
      let text = ''
      for (const cells of rows) {
        text += rowFormat.row(cells, count)
        count += 1
      }
      return text
    },
    done() {
      if (!rowFormat) throw noResult(statement)
      return rowFormat.tail(count)
    },
    failed: () => undefined,
  }
}
