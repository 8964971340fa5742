import {
  FUNCTION_LOG_LEVELS,
  FUNCTION_STATUS_CLASSES,
} from '@stoa/contract/services/functions/logs'
import { useDeferredValue, useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { useFunctionLogs } from '../../data/resources/apis/functions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SearchInput } from '../../ui/inputs/search-input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { LEVEL_LABELS } from './log-levels.ts'
import { LogTable } from './log-table.tsx'

type LogTabProps = { projectRef: string; slug: string; source: 'invocations' | 'output' }

const PAGE = 100
const MOST = 500
const ALL = 'all'
const LEVEL_OPTIONS = [ALL, ...FUNCTION_LOG_LEVELS] as const
const STATUS_OPTIONS = [ALL, ...FUNCTION_STATUS_CLASSES] as const

/** The newest entries of a function's log, or its newest invocations. */
export function LogTab({ projectRef, slug, source }: LogTabProps) {
  const [search, setSearch] = useState('')
  const searched = useDeferredValue(search.trim())
  const [level, setLevel] = useState<(typeof LEVEL_OPTIONS)[number]>(ALL)
  const [status, setStatus] = useState<(typeof STATUS_OPTIONS)[number]>(ALL)
  const [limit, setLimit] = useState(PAGE)
  const [isLive, setIsLive] = useState(true)
  const filter = {
    source,
    limit,
    ...(searched !== '' && { search: searched }),
    ...(level !== ALL && { level }),
    ...(status !== ALL && { status }),
  }
  const { data, error, refetch } = useFunctionLogs(projectRef, slug, { filter, isLive })
  const isFiltered = searched !== '' || level !== ALL || status !== ALL
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap gap-2">
        <SearchInput
          label={source === 'output' ? 'Search logs' : 'Search invocations'}
          className="w-full sm:w-64"
          value={search}
          onValueChange={setSearch}
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
      </div>
      {error && !data && (
        <QueryError error={error} title="Could not load the log" onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-64" />}
      {data?.length === 0 &&
        (isFiltered ? (
          <EmptyState title="No results" description="Change the search or the filter." />
        ) : (
          <EmptyState
            title={source === 'output' ? 'No log entries yet' : 'No invocations yet'}
            description={
              source === 'output'
                ? 'What the function writes with console.log and its uncaught errors appear here.'
                : 'Each request to the function appears here with its status and duration.'
            }
          />
        ))}
      {data && data.length > 0 && <LogTable rows={data} source={source} />}
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
