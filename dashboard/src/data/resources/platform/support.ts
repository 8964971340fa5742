import type { MailOutcome } from '@stoa/contract/platform/mail'
import { createTicket } from '@stoa/contract/operations/platform/support'
import type { Ticket } from '@stoa/contract/platform/support'
import { useEndpointMutation } from '../../client/endpoint-hooks.ts'

/** A stored ticket, and the outcome of its mail. */
export type SentTicket = Ticket & { mail: MailOutcome }

export type NewTicket = Pick<
  Ticket,
  | 'category'
  | 'severity'
  | 'subject'
  | 'message'
  | 'organization_slug'
  | 'project_ref'
  | 'allow_support_access'
>

export function useCreateTicket() {
  return useEndpointMutation(createTicket, { input: (body: NewTicket) => ({ body }) })
}
