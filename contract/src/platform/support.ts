import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MailOutcome } from './mail.ts'

export const TicketCategory = z.enum([
  'general',
  'dashboard_bug',
  'database_unresponsive',
  'performance',
  'billing',
  'sales',
  'refund',
  'login',
  'plan_upgrade',
  'abuse',
  'others',
])
export type TicketCategory = z.infer<typeof TicketCategory>

export const TicketSeverity = z.enum(['low', 'normal', 'high', 'urgent'])
export type TicketSeverity = z.infer<typeof TicketSeverity>

export const Ticket = z.object({
  id: z.uuid(),
  /** Short enough to read aloud, `T-1042`. */
  number: z.string(),
  email: z.string(),
  category: TicketCategory,
  severity: TicketSeverity,
  subject: z.string(),
  message: z.string(),
  organization_slug: z.string().nullable(),
  project_ref: z.string().nullable(),
  allow_support_access: z.boolean(),
  created_at: z.string(),
})
export type Ticket = z.infer<typeof Ticket>

/**
 * Creates a support ticket, mails it to the installation's support and returns the outcome of the
 * mail; operators can read the ticket in any case. Returns 404 for an organization or project of
 * somebody else, 400 `project_elsewhere` for a project outside the named organization, and 429
 * `rate_limited` beyond ten tickets at once.
 */
export const createTicket = endpoint({
  method: 'POST',
  path: '/platform/support/tickets',
  access: 'signed-in',
  body: z.object({
    category: TicketCategory,
    severity: TicketSeverity.default('normal'),
    subject: z.string().trim().min(1).max(200),
    message: z.string().trim().min(1).max(20_000),
    organization_slug: z.string().nullable().default(null),
    project_ref: z.string().nullable().default(null),
    allow_support_access: z.boolean().default(false),
  }),
  maxBodyBytes: 262_144,
  response: Ticket.extend({ mail: MailOutcome }),
  status: 201,
})

/** The caller's own tickets, the newest first. */
export const listTickets = endpoint({
  method: 'GET',
  path: '/platform/support/tickets',
  access: 'signed-in',
  response: z.array(Ticket),
})

/** The latest thousand tickets of all people. */
export const listAllTickets = endpoint({
  method: 'GET',
  path: '/platform/installation/support-tickets',
  access: 'operator',
  response: z.array(Ticket),
})
