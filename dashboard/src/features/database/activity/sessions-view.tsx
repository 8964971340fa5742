import type { DatabaseSession } from '@stoa/contract/services/meta/activity'
import { useState } from 'react'
import { RouteSearchField } from '../../../components/list/search-field.tsx'
import { QueryList } from '../../../components/list/query-list.tsx'
import { useActivity } from '../../../data/resources/services/meta/activity.ts'
import { formatSeconds } from '../../../lib/durations.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { SegmentedControl } from '../../../ui/buttons/segmented-control.tsx'
import { ObjectTable, type ListColumn, type RowAction } from '../list/object-list.tsx'
import type { ViewProps } from './activity-search.ts'
import { BlockingTree } from './blocking-tree.tsx'
import { SessionSheet } from './session-sheet.tsx'
import { isFound, isWanted, LONG_TRANSACTION_SECONDS, originOf, waitOf } from './session-texts.ts'
import { SignalDialog, type Signal } from './signal-dialog.tsx'

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'long', label: 'Long transactions' },
] as const

type Chosen = { kind: 'view' | Signal; session: DatabaseSession }

/** The sessions of the database, and which of them block others. */
export function SessionsView({ projectRef, search, onSearch, canWrite }: ViewProps) {
  const [chosen, setChosen] = useState<Chosen>()
  const activity = useActivity(projectRef)
  const { data } = activity
  const { filter = 'all', search: text = '' } = search
  const sessions = data?.sessions.map((session) => ({ ...session, id: session.pid }))
  const found = sessions?.filter((each) => isWanted(each, filter) && isFound(each, text))
  const close = () => setChosen(undefined)
  const actions = (session: DatabaseSession): RowAction[] => [
    {
      label: 'View details',
      isReading: true,
      onSelect: () => setChosen({ kind: 'view', session }),
    },
    {
      label: 'Cancel statement',
      disabled: !session.can_cancel || session.state !== 'active',
      onSelect: () => setChosen({ kind: 'cancel', session }),
    },
    {
      label: 'Terminate session',
      variant: 'danger',
      disabled: !session.can_terminate,
      onSelect: () => setChosen({ kind: 'terminate', session }),
    },
  ]
  return (
    <>
      <QueryList
        label="sessions"
        query={{ ...activity, data: sessions }}
        found={found}
        isSearched={filter !== 'all' || text !== ''}
        noResults={emptyText(filter, text)}
        empty={{ title: 'No sessions', description: 'Nothing is connected to the database.' }}
        toolbar={
          <>
            <div className="flex flex-wrap items-center gap-2">
              <SegmentedControl
                aria-label="Sessions"
                value={filter}
                options={FILTERS}
                onValueChange={(next) => onSearch({ ...search, filter: next })}
              />
              <RouteSearchField
                label="Search sessions"
                value={text}
                onValueChange={(next) => onSearch({ ...search, search: next })}
              />
              {data && (
                <p className="text-xs text-muted tabular-nums sm:ml-auto">
                  {formatCount(data.sessions.length)} of {formatCount(data.max_connections)}{' '}
                  connections
                </p>
              )}
            </div>
            {!canWrite && (
              <p className="text-xs text-muted">
                Your role can’t read statements or end sessions. Missing permission:{' '}
                <code>database:write</code>
              </p>
            )}
            {data && <BlockingTree sessions={data.sessions} />}
          </>
        }
      >
        {(items) => (
          <ObjectTable
            label="Sessions"
            nameHeader="Session"
            items={items.map((each) => ({ ...each, name: String(each.pid), locked_by: null }))}
            columns={COLUMNS}
            detail={originOf}
            actions={actions}
            canChange={canWrite}
          />
        )}
      </QueryList>
      {chosen?.kind === 'view' && <SessionSheet session={chosen.session} onClose={close} />}
      {chosen && chosen.kind !== 'view' && (
        <SignalDialog
          projectRef={projectRef}
          signal={chosen.kind}
          session={chosen.session}
          onClose={close}
        />
      )}
    </>
  )
}

function emptyText(filter: (typeof FILTERS)[number]['value'], search: string): string {
  if (search !== '') return `No session contains “${search}”.`
  switch (filter) {
    case 'all':
      return 'No sessions.'
    case 'active':
      return 'No session is running a statement.'
    case 'waiting':
      return 'No session is waiting for a lock.'
    case 'long':
      return `No transaction has been open for more than ${LONG_TRANSACTION_SECONDS} seconds.`
  }
}

const COLUMNS: readonly ListColumn<DatabaseSession>[] = [
  {
    header: 'Status',
    className: 'w-32 sm:w-44',
    cell: (session) => <SessionState session={session} />,
  },
  {
    header: 'Duration',
    align: 'right',
    className: 'hidden w-24 sm:table-cell',
    textClassName: 'tabular-nums',
    cell: ({ state_seconds }) => (state_seconds === null ? '' : formatSeconds(state_seconds)),
  },
  {
    header: 'Transaction',
    align: 'right',
    className: 'hidden w-28 md:table-cell',
    textClassName: 'tabular-nums',
    cell: ({ transaction_seconds }) =>
      transaction_seconds === null ? '' : formatSeconds(transaction_seconds),
  },
  {
    header: 'Statement',
    className: 'hidden w-2/5 lg:table-cell',
    textClassName: 'truncate font-mono text-muted',
    cell: ({ statement }) => <span title={statement ?? undefined}>{statement}</span>,
  },
]

function SessionState({ session }: { session: DatabaseSession }) {
  const { state, is_platform, blocked_by } = session
  const wait = waitOf(session)
  return (
    <div className="grid min-w-0 gap-0.5 py-1">
      <div className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
        <span className={state === 'active' ? 'font-medium' : 'text-muted'}>
          {state ?? 'server process'}
        </span>
        {is_platform && <Badge>Platform</Badge>}
      </div>
      {blocked_by.length > 0 ? (
        <span className="truncate text-warning-text">waits for {blocked_by.join(', ')}</span>
      ) : (
        wait !== undefined && (
          <span className="truncate text-muted" title={wait}>
            {wait}
          </span>
        )
      )}
    </div>
  )
}
