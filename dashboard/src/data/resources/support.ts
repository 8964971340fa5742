import { createTicket, type Ticket } from '@stoa/contract/platform/support'
import { useMutation } from '@tanstack/react-query'
import { useCall } from '../client/client-context.ts'

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
  const call = useCall()
  return useMutation({ mutationFn: (body: NewTicket) => call(createTicket, { body }) })
}
