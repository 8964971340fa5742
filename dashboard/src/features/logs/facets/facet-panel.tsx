import type { LogFacet, LogFilter } from '@stoa/contract/services/logs/logs'
import type { LogFacets } from '../../../data/resources/services/logs/events.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { toggleValue, valuesOf } from '../url/log-filters.ts'
import { FACET_LABELS, valueLabel } from '../words.ts'
import { isOn, toggleQuick, type QuickFilter } from './quick-filters.ts'

type FacetPanelProps = {
  facets: LogFacets | undefined
  hasFailed: boolean
  shown: readonly LogFacet[]
  quickFilters: readonly QuickFilter[]
  filters: readonly LogFilter[]
  onFilters: (filters: readonly LogFilter[]) => void
}

/** The values of an event's columns with their counts, as filters. */
export function FacetPanel({ facets, shown, quickFilters, ...props }: FacetPanelProps) {
  const { filters, onFilters } = props
  return (
    <div className="grid content-start gap-4 text-xs">
      {quickFilters.map((quick) => (
        <fieldset key={quick.label}>
          <legend className="pb-1 font-medium">{quick.label}</legend>
          {quick.options.map((option) => (
            <Value
              key={option.label}
              label={option.label}
              isChecked={isOn(filters, option)}
              onToggle={() => onFilters(toggleQuick(filters, quick, option))}
            />
          ))}
        </fieldset>
      ))}
      {!facets && !props.hasFailed && <Skeleton className="h-48" />}
      {!facets && props.hasFailed && <p className="text-muted">Could not load the counts.</p>}
      {facets &&
        shown.map((facet) => (
          <Facet
            key={facet}
            facet={facet}
            values={facets[facet]}
            filters={filters}
            onFilters={onFilters}
          />
        ))}
    </div>
  )
}

type FacetProps = Pick<FacetPanelProps, 'filters' | 'onFilters'> & {
  facet: LogFacet
  values: LogFacets[LogFacet]
}

function Facet({ facet, values, filters, onFilters }: FacetProps) {
  const chosen = valuesOf(filters, facet)
  // A chosen value without events stays, so that it can be turned off.
  const missing = chosen.filter((value) => !values.some((each) => each.value === value))
  const all = [...missing.map((value) => ({ value, count: 0 })), ...values]
  if (all.length === 0) return null
  return (
    <fieldset>
      <legend className="pb-1 font-medium">{FACET_LABELS[facet]}</legend>
      {all.map(({ value, count }) => (
        <Value
          key={value}
          label={valueLabel(facet, value)}
          count={count}
          isChecked={chosen.includes(value)}
          onToggle={() => onFilters(toggleValue(filters, { field: facet, value }))}
        />
      ))}
    </fieldset>
  )
}

type ValueProps = { label: string; count?: number; isChecked: boolean; onToggle: () => void }

const Value = ({ label, count, isChecked, onToggle }: ValueProps) => (
  <label className="flex h-6 min-w-0 items-center gap-2 rounded-sm hover:bg-hover pointer-coarse:h-8">
    <Checkbox checked={isChecked} onCheckedChange={onToggle} />
    <span className="min-w-0 flex-1 truncate" title={label}>
      {label}
    </span>
    {count !== undefined && (
      <span className="pr-1 text-muted tabular-nums">{formatCount(count)}</span>
    )}
  </label>
)
