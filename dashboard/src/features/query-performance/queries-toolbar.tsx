import { SearchField } from '../../components/list/search-field.tsx'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { PRESETS, type QuerySort } from './listed-queries.ts'
import { spansWithin, type Span } from './spans.ts'
import type { QueriesView } from './use-queries-view.ts'
import { SOURCES } from './words.ts'

type QueriesToolbarProps = {
  view: QueriesView
  span: { readonly value: Span }
  onSpan: (span: string) => void
  roles: readonly string[]
  retentionDays: number
}

const ALL = 'all'
const NONE = 'none'

/** The questions, the span and the filters of the list. */
export function QueriesToolbar({ view, span, onSpan, roles, retentionDays }: QueriesToolbarProps) {
  const { filter, order, setOrder } = view
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl<QuerySort | typeof NONE>
          aria-label="Sort queries"
          // With another order, no preset is selected.
          value={order.order === 'desc' ? order.sort : NONE}
          options={PRESETS}
          onValueChange={(sort) => sort !== NONE && setOrder({ sort, order: 'desc' })}
        />
        <Select
          aria-label="Span"
          className="w-32"
          value={span.value}
          options={spansWithin(retentionDays).map(({ value, label }) => ({
            value,
            label: `Last ${label}`,
          }))}
          onValueChange={(next) => onSpan(next === '24h' ? '' : next)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField label="Search queries" field={view.field} />
        <Select
          aria-label="Source"
          className="w-full sm:w-48"
          value={filter.source === '' ? ALL : filter.source}
          options={[
            { value: ALL, label: 'Your queries' },
            ...Object.entries(SOURCES).map(([value, label]) => ({ value, label })),
          ]}
          onValueChange={(next) => view.setSource(next === ALL ? '' : next)}
        />
        <Select
          aria-label="Role"
          className="w-full sm:w-48"
          value={filter.role === '' ? ALL : filter.role}
          options={[
            { value: ALL, label: 'All roles' },
            ...[...new Set([...roles, ...(filter.role === '' ? [] : [filter.role])])].map(
              (role) => ({ value: role, label: role }),
            ),
          ]}
          onValueChange={(next) => view.setRole(next === ALL ? '' : next)}
        />
      </div>
    </div>
  )
}
