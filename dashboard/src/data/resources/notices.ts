import { listNotices } from '@stoa/contract/platform/notices'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../client/services.ts'

const NOTICES_POLL = 5 * 60_000

/** The notices of this moment, the newest first. */
export function useNotices() {
  const call = useCall()
  return useQuery({
    queryKey: ['notices'],
    queryFn: ({ signal }) => call(listNotices, { signal }),
    refetchInterval: NOTICES_POLL,
  })
}
