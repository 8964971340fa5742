import {
  eventsQuery,
  facetsQuery,
  histogramQuery,
  storageQuery,
} from '../../data/resources/services/logs/events.ts'
import type { LogScope } from '../../data/resources/services/logs/scope.ts'
import type { Declare } from '../../data/client/read-ahead.ts'
import { scopeOf } from './url/logs-scope.ts'
import type { LogsSearch } from './url/logs-search.ts'

type LogsOfUrl = { ref: string; search: LogsSearch; sources: LogScope['sources'] }

/** Starts the requests of a page of logs. */
export function readLogs({ ref, search, sources }: LogsOfUrl): Declare {
  const scope = scopeOf(search, sources)
  return ({ call, read, readPages }) => [
    readPages(eventsQuery(call, ref, scope)),
    read(histogramQuery(call, ref, scope)),
    read(facetsQuery(call, ref, scope)),
    read(storageQuery(call, ref)),
  ]
}
