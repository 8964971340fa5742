import { ListFilter, RefreshCw, SquareTerminal } from 'lucide-react'
import { RouteSearchField } from '../../../components/list/search-field.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { RangePicker } from '../../../components/time-range/range-picker.tsx'
import { withRange } from '../../../components/time-range/range-search.ts'
import { withLogTimes } from '../url/logs-scope.ts'
import type { LogsView } from '../use-logs-view.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { LiveButton } from './live-button.tsx'

type LogsToolbarProps = {
  view: LogsView
  retentionDays: number | undefined
  onExplore: () => void
  /** Opens the filters, where they have no column. */
  onFilters: (() => void) | undefined
}

/** The title of the page, the search, and what can be done with its events. */
export function LogsToolbar({ view, retentionDays, onExplore, onFilters }: LogsToolbarProps) {
  const { query, rows, scope, page, onSearch } = view
  const isRefreshing = query.isRefetching && !query.isFetchingNextPage
  return (
    <header className="flex flex-wrap items-center gap-2 px-4 pt-4 pb-3 sm:px-6">
      <h1 className="mr-2 truncate text-xl font-semibold tracking-tight">{page.title}</h1>
      <RouteSearchField
        label="Search logs"
        className="min-w-40 flex-1 sm:max-w-80"
        value={view.search.search ?? ''}
        onValueChange={(text) =>
          onSearch({ search: text === '' ? undefined : text }, { replace: true })
        }
      />
      {onFilters && (
        <Button onClick={onFilters}>
          <ListFilter className="size-3.5" /> Filters
          {scope.filters.length > 0 && (
            <span className="text-muted tabular-nums">{scope.filters.length}</span>
          )}
        </Button>
      )}
      <div className="flex min-w-0 flex-wrap items-center gap-2 sm:ml-auto">
        <LiveButton
          isLive={view.isLive}
          hasFailed={view.tail.error !== undefined}
          onToggle={view.toggleLive}
        />
        <RangePicker
          range={scope.range}
          retentionDays={retentionDays}
          onPreset={(value) => onSearch(withRange(value))}
          onTimes={(from, to) => onSearch(withLogTimes(from, to))}
        />
        <IconButton
          label="Refresh"
          shortcut="Shift+R"
          variant="secondary"
          pending={isRefreshing}
          onClick={() => void view.refresh()}
        >
          <RefreshCw />
        </IconButton>
        <IconButton
          label="Explore as SQL"
          shortcut="Shift+E"
          variant="secondary"
          onClick={onExplore}
        >
          <SquareTerminal />
        </IconButton>
        <ColumnsMenu columns={view.columns.map(({ name }) => name)} onColumns={view.setColumns} />
        <DownloadMenu name={page.slug ?? 'logs'} count={rows.length} rows={() => rows} />
      </div>
    </header>
  )
}
