import {
  ALERT_EVENTS_PER_PAGE,
  type AlertEvent,
  type AlertEventKind,
} from '@stoa/contract/services/alerts/rules'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { ProjectPage } from '../../components/project-page.tsx'
import { Time } from '../../components/time.tsx'
import { useAlertEvents, useAlertRules } from '../../data/resources/services/alerts/rules.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { StatusDot, type StatusTone } from '../../ui/display/status-dot.tsx'
import { Select } from '../../ui/inputs/select.tsx'

type HistorySearch = { rule?: string | undefined; before?: string | undefined }

type HistoryPageProps = HistorySearch & {
  projectRef: string
  onFilter: (search: HistorySearch) => void
}

/** The changes of alerts: who, when, and with which value. */
export function HistoryPage({ projectRef, ...search }: HistoryPageProps) {
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Alert history"
      product="reports"
      description="The last 90 days."
      needs={['alerts:read']}
      forbidden="This page lists what happened to the project’s alerts."
    >
      <Events projectRef={projectRef} {...search} />
    </ProjectPage>
  )
}

const ALL = 'all'

function Events({ projectRef, rule, before, onFilter }: HistoryPageProps) {
  const events = useAlertEvents(projectRef, { rule, before })
  const rules = useAlertRules(projectRef)
  const isFull = events.data?.length === ALERT_EVENTS_PER_PAGE
  const last = isFull ? events.data?.at(-1)?.id : undefined
  const options = (rules.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <QueryList
        label="events"
        query={events}
        isSearched={rule !== undefined || before !== undefined}
        noResults={
          before === undefined ? 'Nothing has happened yet.' : 'There are no older events.'
        }
        toolbar={
          <Select
            aria-label="Alert"
            className="w-56"
            value={rule ?? ALL}
            options={[{ value: ALL, label: 'All alerts' }, ...options]}
            onValueChange={(next) => onFilter(next === ALL ? {} : { rule: next })}
          />
        }
        empty={{
          title: 'No events yet',
          description: 'Alerts that fire, resolve, or are changed appear here.',
        }}
      >
        {(items) => (
          <RecordTable
            label="Events"
            items={items}
            nameOf={({ rule_name: name }) => name}
            columns={COLUMNS}
          />
        )}
      </QueryList>
      <div className="flex gap-2">
        {before !== undefined && <Button onClick={() => onFilter({ rule })}>Newest</Button>}
        {last !== undefined && (
          <Button onClick={() => onFilter({ rule, before: last })}>Older</Button>
        )}
      </div>
    </>
  )
}

const KINDS: Readonly<Record<AlertEventKind, { label: string; tone: StatusTone }>> = {
  firing: { label: 'Firing', tone: 'danger' },
  repeated: { label: 'Still firing', tone: 'danger' },
  resolved: { label: 'Resolved', tone: 'success' },
  created: { label: 'Created', tone: 'neutral' },
  changed: { label: 'Changed', tone: 'neutral' },
  deleted: { label: 'Deleted', tone: 'neutral' },
  snoozed: { label: 'Snoozed', tone: 'neutral' },
  unsnoozed: { label: 'Snooze ended', tone: 'neutral' },
}

const COLUMNS: readonly RecordColumn<AlertEvent>[] = [
  {
    header: 'Event',
    className: 'w-32 sm:w-36',
    cell: ({ kind }) => (
      <span className="flex items-center gap-2">
        <StatusDot tone={KINDS[kind].tone} />
        {KINDS[kind].label}
      </span>
    ),
  },
  {
    header: 'Alert',
    isRowHeader: true,
    cell: ({ rule_name: name, detail }) => (
      <>
        <div className="truncate font-medium">{name}</div>
        <div className="truncate text-xs text-muted" title={detail}>
          {detail}
        </div>
      </>
    ),
  },
  {
    header: 'By',
    className: 'hidden w-56 md:table-cell',
    textClassName: 'truncate text-muted',
    cell: ({ actor }) => actor ?? '–',
  },
  { header: 'Time', className: 'w-28 sm:w-36', cell: ({ at }) => <Time date={at} /> },
]
