import {
  listInstallationMail,
  listProjectMail,
} from '@stoa/contract/operations/platform/installation'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { projectKeys } from './projects.ts'
import { endpointQuery } from '../../client/endpoint-hooks.ts'
import { useCall } from '../../client/client-context.ts'

const MAIL_POLL = 10_000

/** Emails of the project's auth service, newest first. Polled while the page is open. */
export const projectMailQuery = (call: Call, ref: string) =>
  endpointQuery(call, listProjectMail, {
    input: { params: { ref } },
    queryKey: [...projectKeys.detail(ref), 'mailbox'],
    refetchInterval: MAIL_POLL,
  })

export const useProjectMail = (ref: string) => useQuery(projectMailQuery(useCall(), ref))

/** Emails of the platform itself, for operators. */
export const installationMailQuery = (call: Call) =>
  endpointQuery(call, listInstallationMail, {
    input: {},
    queryKey: ['installation', 'mailbox'],
    refetchInterval: MAIL_POLL,
  })

export const useInstallationMail = () => useQuery(installationMailQuery(useCall()))
