import { useRef } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { keyOf } from '../../data/resources/services/logs/scope.ts'
import type { Shortcut } from '../../lib/shortcuts.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { NoEvents, TableFooter } from './logs-states.tsx'
import { LogTable } from './table/log-table.tsx'
import { NewEvents } from './tail/new-events.tsx'
import { copySelection } from './toolbar/selection-bar.tsx'
import type { LogsView } from './use-logs-view.ts'

type LogListProps = {
  view: LogsView
  /** The time of the oldest event that is kept; null if none is. */
  oldest: string | null | undefined
  shortcuts: readonly { shortcut: Shortcut; run: () => void }[]
}

/** The events of a page in each of their states. */
export function LogList({ view, oldest, shortcuts }: LogListProps) {
  const { query, rows, tail, scope, selection, open, page } = view
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} className="relative flex min-w-0 flex-1 flex-col">
      <NewEvents
        count={tail.waiting.length}
        onShow={() => {
          tail.showWaiting()
          place.current?.querySelector('[role=grid]')?.scrollTo({ top: 0 })
        }}
      />
      {query.error && !query.data && (
        <QueryError
          className="m-4"
          error={query.error}
          title="Could not load the logs"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <Skeleton className="m-4 h-64" />}
      {query.isSuccess && rows.length === 0 && (
        <NoEvents
          page={page}
          isNarrowed={scope.filters.length > 0 || scope.search !== ''}
          hasEvents={oldest !== null && oldest !== undefined}
          isLive={view.isLive}
          onClear={() => view.onSearch({ filters: undefined, search: undefined })}
        />
      )}
      {rows.length > 0 && (
        <LogTable
          label={page.title}
          rows={rows}
          columns={view.columns}
          selection={selection}
          openKey={open && keyOf(open)}
          onOpen={view.openEvent}
          onClose={view.closeEvent}
          onCopy={() => void copySelection(selection)}
          onEnd={view.loadOlder}
          onScrolledChange={view.setIsScrolled}
          shortcuts={shortcuts}
          footer={<TableFooter query={query} />}
        />
      )}
    </div>
  )
}
