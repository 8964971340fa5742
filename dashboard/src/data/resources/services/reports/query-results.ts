import { getSnippet } from '@stoa/contract/operations/platform/content'
import { runQuery } from '@stoa/contract/operations/services/meta/query'
import { useQuery } from '@tanstack/react-query'
import { randomId } from '../../../../lib/random-id.ts'
import { useCall } from '../../../client/client-context.ts'
import { pollEvery } from '../../../client/poll-every.ts'
import { reportsKey } from './series.ts'

const MAX_ROWS = 1000
const TIMEOUT_MS = 30_000

type Options = {
  /** False while the query must not run, because it would start the database. */
  isOn: boolean
  /** The time until the query runs again; it does not if that is 0. */
  everyMs: number
}

/**
 * The rows of a saved query, which runs as the role that can only read, whatever the member may do:
 * the query can be that of somebody else.
 */
export function useQueryResult(ref: string, snippetId: string, { isOn, everyMs }: Options) {
  const call = useCall()
  return useQuery({
    queryKey: [...reportsKey(ref), 'query', snippetId],
    enabled: isOn,
    refetchInterval: everyMs === 0 ? false : pollEvery(everyMs),
    retry: false,
    queryFn: async ({ signal }) => {
      const { name, sql } = await call(getSnippet, { params: { ref, id: snippetId }, signal })
      const answer = await call(runQuery, {
        params: { ref },
        body: {
          run_id: randomId(),
          sql,
          row_limit: MAX_ROWS,
          timeout_ms: TIMEOUT_MS,
          read_only: true,
        },
        signal,
      })
      return { name, result: answer.results.findLast(({ columns }) => columns.length > 0) }
    },
  })
}

export type QueryRows = NonNullable<
  NonNullable<ReturnType<typeof useQueryResult>['data']>['result']
>
