import {
  FUNCTION_LOG_LEVELS,
  FUNCTION_STATUS_CLASSES,
} from '@stoa/contract/services/functions/logs'
import { useState } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { SearchField } from '../../components/list/search-field.tsx'
import { LogsLink } from '../../components/logs-link.tsx'
import { useSearchParam } from '../../components/list/use-search-param.ts'
import { useFunctionLogs } from '../../data/resources/services/functions/functions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { LEVEL_LABELS } from './log-levels.ts'
import { LogTable } from './log-table.tsx'

type LogTabProps = { projectRef: string; slug: string; source: 'invocations' | 'output' }

const PAGE = 100
const MOST = 500
const ALL = 'all'
const LEVEL_OPTIONS = [ALL, ...FUNCTION_LOG_LEVELS] as const
const STATUS_OPTIONS = [ALL, ...FUNCTION_STATUS_CLASSES] as const

const EMPTY = {
  output: {
    title: 'No log entries yet',
    description:
      'Text that the function writes with console.log, and its uncaught errors, appear here.',
  },
  invocations: {
    title: 'No invocations yet',
    description: 'Each request to the function appears here with its status and duration.',
  },
}

/** The newest entries of a function's log, or its newest invocations. */
export function LogTab({ projectRef, slug, source }: LogTabProps) {
  const { value: search, field } = useSearchParam('search')
  const [level, setLevel] = useState<(typeof LEVEL_OPTIONS)[number]>(ALL)
  const [status, setStatus] = useState<(typeof STATUS_OPTIONS)[number]>(ALL)
  const [limit, setLimit] = useState(PAGE)
  const [isLive, setIsLive] = useState(true)
  const filter = {
    source,
    limit,
    ...(search !== '' && { search }),
    ...(level !== ALL && { level }),
    ...(status !== ALL && { status }),
  }
  const log = useFunctionLogs(projectRef, slug, { filter, isLive })
  const { data } = log
  const isFiltered = search !== '' || level !== ALL || status !== ALL
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap gap-2">
        <SearchField
          label={source === 'output' ? 'Search logs' : 'Search invocations'}
          field={field}
        />
        {source === 'output' ? (
          <Select
            aria-label="Level"
            className="w-32"
            value={level}
            options={LEVEL_OPTIONS.map((value) => ({
              value,
              label: LEVEL_LABELS[value] ?? 'All levels',
            }))}
            onValueChange={setLevel}
          />
        ) : (
          <Select
            aria-label="Status"
            className="w-32"
            value={status}
            options={STATUS_OPTIONS.map((value) => ({
              value,
              label: value === ALL ? 'All statuses' : value,
            }))}
            onValueChange={setStatus}
          />
        )}
        <Button onClick={() => setIsLive(!isLive)}>{isLive ? 'Pause' : 'Resume'}</Button>
        {source === 'invocations' && (
          <LogsLink
            projectRef={projectRef}
            page="edge-functions-logs"
            filters={`source=function_edge_logs;path~/${slug}`}
          >
            Open in logs
          </LogsLink>
        )}
      </div>
      <QueryList
        label="log"
        query={log}
        isSearched={isFiltered}
        noResults="Change the search or the filter."
        empty={EMPTY[source]}
      >
        {(rows) => <LogTable rows={rows} source={source} />}
      </QueryList>
      {data?.length === limit && limit < MOST && (
        <Button className="justify-self-start" onClick={() => setLimit(limit + PAGE)}>
          Show older entries
        </Button>
      )}
      {data?.length === MOST && (
        <p className="text-xs text-muted">The newest {MOST} entries. Search to find others.</p>
      )}
    </div>
  )
}
