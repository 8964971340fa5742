import { isNumericType } from '../../../components/result-grid/cell-type.ts'
import type { QueryAnswer } from '../../../data/resources/services/meta/query.ts'
import type { PivotSettings } from '../view-settings.ts'
import { newAggregate, type Aggregate } from './aggregates.ts'

type Result = Pick<QueryAnswer['results'][number], 'columns' | 'rows'>

export type Pivot = {
  readonly columns: readonly string[]
  readonly rows: readonly { readonly name: string; readonly values: readonly (string | null)[] }[]
  /** Sentences about what the table leaves out. */
  readonly omitted: readonly string[]
}

const MAX_ROWS = 1000
const MAX_COLUMNS = 50
/** The heading of the only column if no column of the result spreads the values. */
const ALL = ''

/** The pivot of a result whose columns have not been chosen yet. */
export function firstPivot({ columns }: Result): PivotSettings {
  const numeric = columns.find(({ type }) => isNumericType(type))
  const texts = columns.filter((column) => column !== numeric)
  return {
    rows: (texts[0] ?? columns[0])?.name ?? '',
    columns: texts[1]?.name ?? null,
    value: (numeric ?? columns[0])?.name ?? '',
    aggregate: numeric ? 'sum' : 'count',
  }
}

/** One row for each value of a column, one column for each value of another, and an aggregate. */
export function pivotOf({ columns, rows }: Result, settings: PivotSettings): Pivot {
  const indexOf = (name: string | null) => columns.findIndex((column) => column.name === name)
  const at = {
    row: indexOf(settings.rows),
    column: settings.columns === null ? undefined : indexOf(settings.columns),
    value: indexOf(settings.value),
  }
  const names = new Set<string>()
  const table = new Map<string, Map<string, Aggregate>>()
  const left = { rows: new Set<string>(), columns: new Set<string>() }
  for (const row of rows) {
    const name = row[at.row] ?? 'NULL'
    const column = at.column === undefined ? ALL : (row[at.column] ?? 'NULL')
    const line = table.get(name) ?? new Map<string, Aggregate>()
    if (!table.has(name) && table.size === MAX_ROWS) {
      left.rows.add(name)
      continue
    }
    table.set(name, line)
    if (!names.has(column) && names.size === MAX_COLUMNS) {
      left.columns.add(column)
      continue
    }
    names.add(column)
    const aggregate = line.get(column) ?? newAggregate(settings.aggregate)
    line.set(column, aggregate)
    aggregate.add(row[at.value] ?? null)
  }
  return {
    columns: [...names],
    rows: Array.from(table, ([name, line]) => ({
      name,
      values: Array.from(names, (column) => line.get(column)?.result() ?? null),
    })),
    omitted: [
      ...omission('rows', { shown: table.size, left: left.rows.size }),
      ...omission('columns', { shown: names.size, left: left.columns.size }),
    ],
  }
}

const omission = (kind: string, { shown, left }: { shown: number; left: number }): string[] =>
  left === 0
    ? []
    : [
        `Shows the first ${shown.toLocaleString('en')} of ${(shown + left).toLocaleString('en')} ${kind}.`,
      ]
