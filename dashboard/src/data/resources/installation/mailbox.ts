import {
  listInstallationMail,
  listProjectMail,
} from '@stoa/contract/operations/platform/installation'
import { projectKeys } from '../projects/projects.ts'
import { useEndpointQuery } from '../../client/endpoint-hooks.ts'

const MAIL_POLL = 10_000

/** Emails of the project's auth service, newest first. Polled while the page is open. */
export function useProjectMail(ref: string) {
  return useEndpointQuery(listProjectMail, {
    input: { params: { ref } },
    queryKey: [...projectKeys.detail(ref), 'mailbox'],
    refetchInterval: MAIL_POLL,
  })
}

/** Emails of the platform itself, for operators. */
export function useInstallationMail() {
  return useEndpointQuery(listInstallationMail, {
    input: {},
    queryKey: ['installation', 'mailbox'],
    refetchInterval: MAIL_POLL,
  })
}
