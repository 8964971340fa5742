import { listInstallationMail, listProjectMail } from '@stoa/contract/platform/installation'
import { useQuery } from '@tanstack/react-query'
import { projectKeys } from './projects.ts'
import { useCall } from '../client/client-context.ts'

const MAIL_POLL = 10_000

/** Mail of the project's auth service, newest first; looked at again while the page is open. */
export function useProjectMail(ref: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...projectKeys.detail(ref), 'mailbox'],
    queryFn: ({ signal }) => call(listProjectMail, { params: { ref }, signal }),
    refetchInterval: MAIL_POLL,
  })
}

/** Mail of the platform itself; for operators. */
export function useInstallationMail() {
  const call = useCall()
  return useQuery({
    queryKey: ['installation', 'mailbox'],
    queryFn: ({ signal }) => call(listInstallationMail, { signal }),
    refetchInterval: MAIL_POLL,
  })
}
