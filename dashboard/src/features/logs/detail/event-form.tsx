import type { LogFilter } from '@stoa/contract/services/logs/logs'
import { Minus, Plus } from 'lucide-react'
import type { LogEvent } from '../../../data/resources/services/logs/events.ts'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { toggleValue, valuesOf } from '../url/log-filters.ts'
import { fieldLabel, valueLabel } from '../words.ts'
import { fieldsOf, type EventField } from './event-fields.ts'

type EventFormProps = {
  event: LogEvent
  /** Whether the page shows one source, by whose own fields it can filter. */
  hasOneSource: boolean
  filters: readonly LogFilter[]
  onFilters: (filters: readonly LogFilter[]) => void
}

/** The fields of an event. One click filters by a value or excludes it. */
export function EventForm({ event, hasOneSource, filters, onFilters }: EventFormProps) {
  const { shared, metadata } = fieldsOf(event)
  const group = (label: string, fields: readonly EventField[], canFilter: boolean) =>
    fields.length > 0 && (
      <section aria-label={label} className="grid gap-1">
        <h3 className="text-xs font-medium">{label}</h3>
        <dl className="divide-y text-xs">
          {fields.map((field) => (
            <FieldRow
              key={field.path}
              field={field}
              canFilter={canFilter}
              filters={filters}
              onFilters={onFilters}
            />
          ))}
        </dl>
      </section>
    )
  return (
    <div className="grid gap-4">
      {group('Event', shared, true)}
      {group('Metadata', metadata, hasOneSource)}
      {!hasOneSource && metadata.length > 0 && (
        <p className="text-xs text-muted">
          To filter by metadata, select one source or open its page.
        </p>
      )}
    </div>
  )
}

/** The longest value by which a request can filter. */
const MAX_FILTER_LENGTH = 500

type FieldRowProps = Pick<EventFormProps, 'filters' | 'onFilters'> & {
  field: EventField
  canFilter: boolean
}

function FieldRow({ field: { path, value }, canFilter, filters, onFilters }: FieldRowProps) {
  const label = fieldLabel(path)
  const shown = valueLabel(path, value)
  const isUsable = canFilter && value.length <= MAX_FILTER_LENGTH
  const isIncluded = valuesOf(filters, path).includes(value)
  return (
    <div className="group/field grid min-h-7 grid-cols-[8rem_minmax(0,1fr)_auto] items-start gap-2 py-0.5">
      <dt className="truncate py-1 text-muted" title={label}>
        {label}
      </dt>
      <dd className="py-1 font-mono wrap-anywhere whitespace-pre-wrap">{shown}</dd>
      <dd className="flex opacity-0 group-focus-within/field:opacity-100 group-hover/field:opacity-100 pointer-coarse:opacity-100">
        {isUsable && (
          <>
            <IconButton
              size="sm"
              label={isIncluded ? `Remove filter on ${label}` : `Show only this ${label}`}
              onClick={() => onFilters(toggleValue(filters, { field: path, value }))}
            >
              <Plus className="size-3.5" />
            </IconButton>
            <IconButton
              size="sm"
              label={`Hide this ${label}`}
              onClick={() =>
                onFilters(toggleValue(filters, { field: path, value, operator: '<>' }))
              }
            >
              <Minus className="size-3.5" />
            </IconButton>
          </>
        )}
        <CopyButton iconOnly size="sm" text={value} label={`Copy ${label}`} />
      </dd>
    </div>
  )
}
