import { useEffect, useMemo, useRef } from 'react'
import { useRegisterActions } from '../../components/actions/actions.tsx'

type LogsActions = {
  onFilters: () => void
  onRefresh: () => void
  onLive: () => void
  onExplore: () => void
}

const GROUP = 'Logs'

/** The shortcuts of a page of logs, which the palette and the list of shortcuts show, too. */
export function useLogsActions(options: LogsActions) {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const actions = useMemo(
    () => [
      {
        id: 'logs-filters',
        title: 'Filter logs',
        group: GROUP,
        shortcut: 'Shift+F',
        run: () => latest.current.onFilters(),
      },
      {
        id: 'logs-refresh',
        title: 'Refresh logs',
        group: GROUP,
        shortcut: 'Shift+R',
        run: () => latest.current.onRefresh(),
      },
      {
        id: 'logs-live',
        title: 'Turn live logs on or off',
        group: GROUP,
        shortcut: 'Shift+L',
        run: () => latest.current.onLive(),
      },
      {
        id: 'logs-explore',
        title: 'Explore as SQL',
        group: GROUP,
        shortcut: 'Shift+E',
        run: () => latest.current.onExplore(),
      },
    ],
    [],
  )
  useRegisterActions(actions)
  return actions
}
