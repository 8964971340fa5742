import { useQuery } from '@tanstack/react-query'
import { queryFailure } from '../../../data/resources/services/meta/query.ts'
import { useQueryStream } from '../../../data/resources/services/meta/query-stream.ts'
import { randomId } from '../../../lib/random-id.ts'
import { createRunStore, type RunStore } from '../run-store.ts'

/** The runs of a project's panel. They outlive the panel, so that closing it cancels nothing. */
export function useInlineRuns(projectRef: string): RunStore {
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
    queryKey: ['inline-runs', projectRef],
    queryFn: create,
    enabled: false,
    initialData: create,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return data
}
