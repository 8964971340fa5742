import type { LogFacet } from '@stoa/contract/services/logs/logs'
import { useRef, useState } from 'react'
import { useFacets, useLogStorage } from '../../data/resources/services/logs/events.ts'
import { useMedia } from '../../lib/use-media.ts'
import { Sheet, SheetBody } from '../../ui/overlays/sheet.tsx'
import { EventPanel } from './detail/event-panel.tsx'
import { FacetPanel } from './facets/facet-panel.tsx'
import { FilterChips } from './facets/filter-chips.tsx'
import { quickFiltersOf } from './facets/quick-filters.ts'
import { HistogramSection } from './histogram/histogram-section.tsx'
import { LogList } from './log-list.tsx'
import type { ALL_LOGS, LogPage } from './log-pages.ts'
import { LogsFrame } from './logs-frame.tsx'
import { DamagedNote, DroppedNote } from './logs-states.tsx'
import { LogsToolbar } from './toolbar/logs-toolbar.tsx'
import { SelectionBar } from './toolbar/selection-bar.tsx'
import type { LogsSearch } from './url/logs-search.ts'
import { useLogsActions } from './use-logs-actions.ts'
import { useLogsView, type ChangeSearch } from './use-logs-view.ts'

type LogsPageProps = {
  projectRef: string
  page: LogPage | typeof ALL_LOGS
  search: LogsSearch
  onSearch: ChangeSearch
  /** Opens the explorer with the events of the page. */
  onExplore: () => void
}

/** The logs of a service, or of all of them. */
export const LogsPage = (props: LogsPageProps) => (
  <LogsFrame projectRef={props.projectRef} title={props.page.title}>
    <Logs {...props} />
  </LogsFrame>
)

function Logs({ onExplore, ...props }: LogsPageProps) {
  const view = useLogsView(props)
  const { projectRef, scope, page, dropped, selection, open, refresh, toggleLive } = view
  const [areFiltersShown, setAreFiltersShown] = useState(false)
  const hasColumn = useMedia('(width >= 80rem)')
  const column = useRef<HTMLElement>(null)
  const storage = useLogStorage(projectRef)
  const damaged = storage.data?.damaged_files ?? 0
  const shortcuts = useLogsActions({
    onFilters: () => {
      if (hasColumn) column.current?.querySelector<HTMLElement>('[role=checkbox]')?.focus()
      else setAreFiltersShown(true)
    },
    onRefresh: () => void refresh(),
    onLive: toggleLive,
    onExplore,
  })
  return (
    <>
      <LogsToolbar
        view={view}
        retentionDays={storage.data?.retention_days}
        onExplore={onExplore}
        onFilters={hasColumn ? undefined : () => setAreFiltersShown(true)}
      />
      {(scope.filters.length > 0 || dropped > 0 || damaged > 0) && (
        <div className="grid gap-2 px-4 pb-2 sm:px-6">
          <FilterChips filters={scope.filters} onFilters={view.setFilters} />
          <DroppedNote count={dropped} />
          <DamagedNote count={damaged} />
        </div>
      )}
      <HistogramSection projectRef={projectRef} scope={scope} onSearch={view.onSearch} />
      {selection.count > 0 && <SelectionBar selection={selection} />}
      <div className="relative flex min-h-0 flex-1">
        {hasColumn && (
          <section
            ref={column}
            aria-label="Filters by value"
            className="w-54 shrink-0 overflow-y-auto border-r py-3 pr-3 pl-6"
          >
            <Facets view={view} />
          </section>
        )}
        <LogList view={view} oldest={storage.data?.oldest} shortcuts={shortcuts} />
        {open && (
          <EventPanel
            projectRef={projectRef}
            event={open}
            view={view.search.view ?? 'fields'}
            hasOneSource={view.hasOneSource}
            filters={scope.filters}
            onFilters={view.setFilters}
            onView={(next) =>
              view.onSearch({ view: next === 'fields' ? undefined : next }, { replace: true })
            }
            onOpen={view.openEvent}
            onClose={view.closeEvent}
          />
        )}
      </div>
      <Sheet
        open={areFiltersShown && !hasColumn}
        side="left"
        title={`Filters of ${page.title}`}
        onClose={() => setAreFiltersShown(false)}
      >
        <SheetBody>
          <Facets view={view} />
        </SheetBody>
      </Sheet>
    </>
  )
}

/** The source is a facet where there are several. */
const COMMON: readonly LogFacet[] = ['severity', 'status', 'method', 'path', 'host', 'user']
const facetsOf = (sourceCount: number): readonly LogFacet[] =>
  sourceCount === 1 ? COMMON : ['source', ...COMMON]

function Facets({ view }: { view: ReturnType<typeof useLogsView> }) {
  const { projectRef, scope, page } = view
  const facets = useFacets(projectRef, scope)
  return (
    <FacetPanel
      facets={facets.data}
      hasFailed={facets.isError}
      shown={facetsOf(page.sources.length)}
      quickFilters={quickFiltersOf(page.slug)}
      filters={scope.filters}
      onFilters={view.setFilters}
    />
  )
}
