import { useNavigate } from '@tanstack/react-router'
import { useHasLeft } from '../../components/list/use-has-left.ts'
import { useDraftLogQuery } from '../../data/resources/services/logs/query.ts'
import type { ALL_LOGS, LogPage } from './log-pages.ts'
import { LogsPage } from './logs-page.tsx'
import { scopeOf } from './url/logs-scope.ts'
import type { LogsSearch } from './url/logs-search.ts'

type LogsRouteProps = {
  projectRef: string
  page: LogPage | typeof ALL_LOGS
  search: LogsSearch
}

/** A page of logs with what it shows in the URL. */
export function LogsRoute({ projectRef, page, search }: LogsRouteProps) {
  const navigate = useNavigate()
  const hasLeft = useHasLeft()
  const draft = useDraftLogQuery(projectRef)
  const { range, from, to } = search
  const explore = () =>
    draft.mutate(scopeOf(search, page.sources), {
      onSuccess: ({ sql }) => {
        if (hasLeft()) return
        void navigate({
          to: '/project/$ref/logs/explorer',
          params: { ref: projectRef },
          search: { q: sql, range, from, to },
        })
      },
    })
  return (
    <LogsPage
      projectRef={projectRef}
      page={page}
      search={search}
      onSearch={(change, { replace = false } = {}) => {
        if (hasLeft()) return
        void navigate({
          to: '.',
          search: (before) => ({ ...before, ...change }),
          replace,
          resetScroll: false,
        })
      }}
      onExplore={explore}
    />
  )
}
