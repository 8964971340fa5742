import {
  DuckDBArrayValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBValue,
} from '@duckdb/node-api'

/**
 * A value of a result as JSON. Times are microseconds since 1970, and whole numbers are numbers as
 * long as JSON holds them exactly.
 */
export function jsonValue(value: DuckDBValue): unknown {
  if (typeof value === 'bigint') return exact(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value !== 'object' || value === null) return value
  const moment = momentOf(value)
  if (moment !== undefined) return moment
  if (value instanceof DuckDBDecimalValue) return value.toDouble()
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue)
    return value.items.map(jsonValue)
  if (value instanceof DuckDBStructValue)
    return Object.fromEntries(
      Object.entries(value.entries).map(([name, entry]) => [name, jsonValue(entry)]),
    )
  if (value instanceof DuckDBMapValue)
    return value.entries.map((entry) => [jsonValue(entry.key), jsonValue(entry.value)])
  return String(value)
}

const exact = (value: bigint) =>
  value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
    ? Number(value)
    : value.toString()

function momentOf(value: object): number | string | undefined {
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue)
    return value.isFinite ? exact(value.micros) : value.toString()
  if (value instanceof DuckDBTimestampSecondsValue) return exact(value.seconds * 1_000_000n)
  if (value instanceof DuckDBTimestampMillisecondsValue) return exact(value.millis * 1000n)
  if (value instanceof DuckDBTimestampNanosecondsValue) return exact(value.nanos / 1000n)
  return undefined
}
