import type { LogFilter, LogRow } from '@stoa/contract/services/logs/logs'
import { X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import {
  useEvent,
  type EventId,
  type LogEvent,
} from '../../../data/resources/services/logs/events.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { formatExact } from '../../../lib/dates.ts'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { SegmentedControl } from '../../../ui/buttons/segmented-control.tsx'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Sheet, SheetBody } from '../../../ui/overlays/sheet.tsx'
import { sourceName } from '../words.ts'
import { entitiesOf } from './entities.ts'
import { EntityLinks } from './entity-links.tsx'
import { metadataOf } from './event-fields.ts'
import { EventForm } from './event-form.tsx'
import { TraceView } from './trace-view.tsx'

export type EventView = 'fields' | 'json' | 'request'

type EventPanelProps = {
  projectRef: string
  event: EventId
  view: EventView
  hasOneSource: boolean
  filters: readonly LogFilter[]
  onFilters: (filters: readonly LogFilter[]) => void
  onView: (view: EventView) => void
  onOpen: (event: LogRow) => void
  onClose: () => void
}

const VIEWS = [
  { value: 'fields', label: 'Fields' },
  { value: 'json', label: 'JSON' },
  { value: 'request', label: 'Request' },
] as const

/** The details of an event: beside the table, or over the page on a narrow window. */
export function EventPanel(props: EventPanelProps) {
  const isBeside = useMedia('(width >= 64rem)')
  const { event, onClose } = props
  const title = sourceName(event.source)
  const content = <Content key={event.id} {...props} />
  if (!isBeside)
    return (
      <Sheet open size="xl" title={title} onClose={onClose}>
        <SheetBody>{content}</SheetBody>
      </Sheet>
    )
  return (
    <Beside title={title} onClose={onClose}>
      {content}
    </Beside>
  )
}

type BesideProps = { title: string; onClose: () => void; children: ReactNode }

/** The table keeps the focus, so that arrow keys show one event after the other. */
function Beside({ title, onClose, children }: BesideProps) {
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes the panel that has the focus
    <aside
      aria-label="Event"
      onKeyDown={closeOnEscape}
      className="absolute inset-y-0 right-0 z-20 flex w-104 flex-col border-l bg-surface shadow-float 2xl:static 2xl:w-120 2xl:shadow-none"
    >
      <header className="flex h-10 shrink-0 items-center justify-between gap-2 border-b px-3">
        <h2 className="truncate text-sm font-semibold">{title}</h2>
        <IconButton label="Close" shortcut="Escape" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-3">{children}</div>
    </aside>
  )
}

function Content({ projectRef, view, onView, onOpen, ...props }: EventPanelProps) {
  const { hasOneSource, filters, onFilters } = props
  const query = useEvent(projectRef, props.event)
  const { data: event, error } = query
  if (error && !event)
    return (
      <QueryError
        error={error}
        title="Could not load the event"
        onRetry={() => void query.refetch()}
      />
    )
  if (!event) return <Skeleton className="h-64" />
  const json = JSON.stringify(event, null, 2)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <Summary event={event} />
      <EntityLinks
        projectRef={projectRef}
        entities={entitiesOf(event, metadataOf(event, 'job_id'))}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl aria-label="View" value={view} options={VIEWS} onValueChange={onView} />
        <CopyButton size="sm" text={json} label="Copy JSON" />
      </div>
      {view === 'fields' && <EventForm {...{ event, hasOneSource, filters, onFilters }} />}
      {view === 'json' && <CodeBlock wrap label="event" code={json} />}
      {view === 'request' && <TraceView projectRef={projectRef} event={event} onOpen={onOpen} />}
    </div>
  )
}

const Summary = ({ event }: { event: LogEvent }) => (
  <div className="grid gap-1">
    <p className="text-xs text-muted tabular-nums">{formatExact(event.timestamp / 1000)}</p>
    <p className="max-h-48 overflow-y-auto font-mono text-xs wrap-anywhere whitespace-pre-wrap">
      {event.message}
    </p>
  </div>
)
