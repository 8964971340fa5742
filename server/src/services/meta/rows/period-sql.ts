import type { FilterOperator } from '@stoa/contract/services/meta/rows'
import { parsePeriod, type Period, type PeriodUnit } from '@stoa/contract/services/meta/periods'
import { ident, sql, type Sql } from '../../../postgres/sql.ts'
import type { ShapeColumn } from './shape.ts'

type PeriodFilter = {
  readonly operator: Extract<FilterOperator, 'during' | 'before' | 'after'>
  readonly value: string
}

/**
 * A condition on a date or timestamp, relative to the current time in the time zone of the database;
 * undefined if the value is not a period. The bounds are computed once for the statement, so an
 * index on the column can be used.
 */
export function periodSql(column: ShapeColumn, { operator, value }: PeriodFilter): Sql | undefined {
  const period = parsePeriod(value)
  if (!period) return undefined
  const isDate = column.type_name === 'date'
  if (isDate && (period.unit === 'minute' || period.unit === 'hour')) return undefined
  const { from, to } = isDate && period.kind === 'rolling' ? daysSql(period) : boundsSql(period)
  const name = ident(column.name)
  const type = TYPES.get(column.type_name) ?? sql`timestamptz`
  if (operator === 'before') return sql`${name} < (${from})::${type}`
  if (operator === 'after') return sql`${name} >= (${to})::${type}`
  return sql`${name} >= (${from})::${type} and ${name} < (${to})::${type}`
}

const TYPES: ReadonlyMap<string, Sql> = new Map([
  ['date', sql`date`],
  ['timestamp', sql`timestamp`],
])

const UNITS: Readonly<Record<PeriodUnit, { readonly name: Sql; readonly interval: Sql }>> = {
  minute: { name: sql`'minute'`, interval: sql`interval '1 minute'` },
  hour: { name: sql`'hour'`, interval: sql`interval '1 hour'` },
  day: { name: sql`'day'`, interval: sql`interval '1 day'` },
  week: { name: sql`'week'`, interval: sql`interval '1 week'` },
  month: { name: sql`'month'`, interval: sql`interval '1 month'` },
  quarter: { name: sql`'quarter'`, interval: sql`interval '3 months'` },
  year: { name: sql`'year'`, interval: sql`interval '1 year'` },
}

type Bounds = { readonly from: Sql; readonly to: Sql }

function boundsSql(period: Period): Bounds {
  const { name, interval } = UNITS[period.unit]
  if (period.kind === 'calendar') {
    const start = sql`pg_catalog.date_trunc(${name}, pg_catalog.now())`
    const at = (offset: number) => sql`${start} + ${offset}::int * ${interval}`
    return { from: at(period.offset), to: at(period.offset + 1) }
  }
  const now = sql`pg_catalog.now()`
  const span = sql`${period.count}::int * ${interval}`
  return period.direction === 'last'
    ? { from: sql`${now} - ${span}`, to: now }
    : { from: now, to: sql`${now} + ${span}` }
}

/** A period of whole days, which includes today. */
function daysSql({ unit, count, direction }: Extract<Period, { kind: 'rolling' }>): Bounds {
  const today = sql`pg_catalog.date_trunc('day', pg_catalog.now())`
  const span = sql`${count}::int * ${UNITS[unit].interval}`
  if (direction === 'next') return { from: today, to: sql`${today} + ${span}` }
  const tomorrow = sql`${today} + interval '1 day'`
  return { from: sql`${tomorrow} - ${span}`, to: tomorrow }
}
