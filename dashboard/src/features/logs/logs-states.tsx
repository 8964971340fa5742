import { errorMessage } from '../../data/client/api-error.ts'
import { formatCount } from '../../lib/quantities.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import type { ALL_LOGS, LogPage } from './log-pages.ts'
import type { LogsView } from './use-logs-view.ts'

type NoEventsProps = {
  page: LogPage | typeof ALL_LOGS
  /** Whether a search or filters leave events out. */
  isNarrowed: boolean
  /** Whether anything is kept of the project’s logs. */
  hasEvents: boolean
  isLive: boolean
  onClear: () => void
}

/** Replaces the table while it has no rows. */
export function NoEvents({ page, isNarrowed, hasEvents, isLive, onClear }: NoEventsProps) {
  const wait = isLive ? ' New events appear as they arrive.' : ''
  if (isNarrowed)
    return (
      <EmptyState
        className="m-4"
        title="No events match"
        description={`No event in this time range matches the search and the filters.${wait}`}
        action={<Button onClick={onClear}>Clear search and filters</Button>}
      />
    )
  if (hasEvents)
    return (
      <EmptyState
        className="m-4"
        title="No events in this time range"
        description={`${page.empty}${wait || ' Select a longer time range to see older events.'}`}
      />
    )
  return (
    <EmptyState className="m-4" title="Nothing logged yet" description={`${page.empty}${wait}`} />
  )
}

/** The part below the last event: older ones are loading, failed to, or do not exist. */
export function TableFooter({ query }: Pick<LogsView, 'query'>) {
  const text = 'flex h-10 items-center gap-2 px-3 text-muted'
  if (query.isFetchNextPageError)
    return (
      <div role="alert" className={text}>
        Could not load older events: {errorMessage(query.error)}
        <Button size="sm" onClick={() => void query.fetchNextPage()}>
          Retry
        </Button>
      </div>
    )
  if (query.hasNextPage)
    return (
      <div className={text}>
        <Spinner /> Loading older events
      </div>
    )
  return <div className={text}>No older events in this time range.</div>
}

/** Events that are missing in the list. */
export function DroppedNote({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Callout
      type="caution"
      title={
        count === 1
          ? 'One event of this time range was dropped'
          : `${formatCount(count)} events of this time range were dropped`
      }
    >
      More events arrived than the project can store, or the disk was full.
    </Callout>
  )
}

/** Stored lines that cannot be read. */
export function DamagedNote({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Callout
      type="caution"
      title={
        count === 1
          ? 'One stored file had damaged lines'
          : `${formatCount(count)} stored files had damaged lines`
      }
    >
      These lines are left out of lists, counts and queries. The copies that the server keeps of
      them are deleted with the logs of their time.
    </Callout>
  )
}
