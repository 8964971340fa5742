import { useQuery } from '@tanstack/react-query'
import { queryFailure } from '../../data/resources/services/meta/query.ts'
import { useQueryStream } from '../../data/resources/services/meta/query-stream.ts'
import { randomId } from '../../lib/random-id.ts'
import { createRunStore, type RunStore } from './run-store.ts'

/** Long enough to change between the pages of queries and notebooks. */
const KEPT_MS = 60_000

/** The runs of a project's queries and notebooks, which have pages of their own. */
export function useQueryRuns(projectRef: string): RunStore {
  const runner = useQueryStream(projectRef)
  const create = () =>
    createRunStore({
      ...runner,
      run: (body, onRows) => runner.run({ ...body, keeps_history: true }, onRows),
      toFailure: queryFailure,
      newId: randomId,
      now: () => Date.now(),
    })
  const { data } = useQuery<RunStore>({
    queryKey: ['query-runs', projectRef],
    queryFn: create,
    enabled: false,
    initialData: create,
    staleTime: Infinity,
    gcTime: KEPT_MS,
  })
  return data
}
