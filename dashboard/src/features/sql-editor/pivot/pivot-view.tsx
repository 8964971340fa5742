import { useMemo } from 'react'
import { ResultGrid } from '../../../components/result-grid/result-grid.tsx'
import type { QueryAnswer } from '../../../data/resources/services/meta/query.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { AGGREGATES, type PivotSettings } from '../view-settings.ts'
import { firstPivot, pivotOf, type Pivot } from './pivot.ts'

type PivotViewProps = {
  result: QueryAnswer['results'][number]
  settings: PivotSettings | undefined
  onChange: (settings: PivotSettings) => void
}

/** No column has this name. */
const NOTHING = '\0'

/** A pivot table over the rows that are shown. */
export function PivotView({ result, settings, onChange }: PivotViewProps) {
  const pivot = usable(result, settings) ?? firstPivot(result)
  const table = useMemo(() => pivotOf(result, pivot), [result, pivot])
  const grid = useMemo(() => gridOf(table, pivot), [table, pivot])
  const options = [...new Set(result.columns.map(({ name }) => name))].map((name) => ({
    value: name,
    label: name,
  }))
  const change = (part: Partial<PivotSettings>) => onChange({ ...pivot, ...part })
  const count = result.rows.length.toLocaleString('en')
  return (
    <div className="flex size-full min-h-0 flex-col">
      <form
        aria-label="Pivot"
        className="grid grid-cols-2 gap-3 border-b px-4 py-3 md:grid-cols-4"
        onSubmit={(event) => event.preventDefault()}
      >
        <Field label="Rows">
          {(control) => (
            <Select
              {...control}
              value={pivot.rows}
              options={options}
              onValueChange={(rows) => change({ rows })}
            />
          )}
        </Field>
        <Field label="Columns">
          {(control) => (
            <Select
              {...control}
              value={pivot.columns ?? NOTHING}
              options={[{ value: NOTHING, label: 'Nothing' }, ...options]}
              onValueChange={(name) => change({ columns: name === NOTHING ? null : name })}
            />
          )}
        </Field>
        <Field label="Aggregate">
          {(control) => (
            <Select
              {...control}
              value={pivot.aggregate}
              options={AGGREGATES.map((value) => ({ value, label: LABELS[value] }))}
              onValueChange={(aggregate) => change({ aggregate })}
            />
          )}
        </Field>
        <Field label="Value">
          {(control) => (
            <Select
              {...control}
              value={pivot.value}
              options={options}
              onValueChange={(value) => change({ value })}
            />
          )}
        </Field>
      </form>
      <p className="border-b px-4 py-1 text-xs text-muted">
        {[
          result.is_limited
            ? `Over the ${count} rows shown; the query returned more.`
            : `Over all ${count} rows.`,
          ...table.omitted,
        ].join(' ')}
      </p>
      <div className="min-h-0 flex-1">
        <ResultGrid label="Pivot" columns={grid.columns} rows={grid.rows} />
      </div>
    </div>
  )
}

const LABELS: Record<PivotSettings['aggregate'], string> = {
  count: 'Count',
  sum: 'Sum',
  average: 'Average',
  minimum: 'Minimum',
  maximum: 'Maximum',
}

/** The kept settings, if the result still has their columns. */
function usable({ columns }: QueryAnswer['results'][number], settings: PivotSettings | undefined) {
  if (!settings) return undefined
  const names = [settings.rows, settings.value, settings.columns ?? settings.rows]
  const isWhole = names.every((name) => columns.some((column) => column.name === name))
  return isWhole ? settings : undefined
}

function gridOf(
  { columns, rows }: Pivot,
  { rows: first, columns: spread, ...rest }: PivotSettings,
) {
  const label = `${LABELS[rest.aggregate]} of ${rest.value}`
  const type = rest.aggregate === 'minimum' || rest.aggregate === 'maximum' ? 'text' : 'numeric'
  return {
    columns: [
      { name: first, type: 'text' },
      ...columns.map((name) => ({ name: spread === null ? label : name, type })),
    ],
    rows: rows.map(({ name, values }) => [name, ...values]),
  }
}
