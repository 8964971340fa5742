import { listInstallationMail, listProjectMail } from '@stoa/contract/platform/installation'
import { useQuery } from '@tanstack/react-query'
import { projectKeys } from './projects.ts'
import { useCall } from '../client/client-context.ts'

const MAIL_POLL = 10_000

/** Emails of the project's auth service, newest first. Polled while the page is open. */
export function useProjectMail(ref: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...projectKeys.detail(ref), 'mailbox'],
    queryFn: ({ signal }) => call(listProjectMail, { params: { ref }, signal }),
    refetchInterval: MAIL_POLL,
  })
}

/** Emails of the platform itself, for operators. */
export function useInstallationMail() {
  const call = useCall()
  return useQuery({
    queryKey: ['installation', 'mailbox'],
    queryFn: ({ signal }) => call(listInstallationMail, { signal }),
    refetchInterval: MAIL_POLL,
  })
}
