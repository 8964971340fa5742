import type { Ticket } from '@stoa/contract/platform/support'
import type { Member } from '../../project/member.ts'
import { AppError } from '../../lib/errors.ts'
import type { Context } from '../context.ts'
import { PLATFORM_MAIL } from '../mailbox/port.ts'
import { findFirstOperator } from '../organizations/port.ts'
import { personOf } from '../person.ts'
import { enforceRateLimit } from '../enforce-rate-limit.ts'
import { insertTicket } from './queries.ts'
import { ticketMail } from './ticket-mail.ts'

type Input = Omit<Ticket, 'id' | 'email' | 'created_at'>

const RATE = { burst: 10, perMinute: 1 }

/** Keeps a request for help and mails it; what it is about must be the caller's own. */
export async function createTicket(
  context: Context,
  member: Member,
  input: Input,
): Promise<Ticket> {
  const { userId, email } = personOf(member)
  enforceRateLimit(context.rateLimiter, `ticket ${userId}`, RATE)
  const about = await aboutWhat(context, member, input)
  const ticket = await insertTicket(context.session, userId, {
    ...input,
    ...about,
    email,
    created_at: context.clock.now().toISOString(),
  })
  await send(context, ticket)
  return ticket
}

async function aboutWhat({ access }: Context, member: Member, input: Input) {
  const { organization_slug: slug, project_ref: ref } = input
  if (slug !== null) await access.requireIn(member, slug, 'organization:read')
  if (ref === null) return { organization_slug: slug, project_ref: null }
  const project = await access.requireOn(member, ref, 'project:read')
  if (slug !== null && slug !== project.slug)
    throw new AppError('project_elsewhere', 'The project belongs to another organization.', {
      status: 400,
    })
  return { organization_slug: project.slug, project_ref: ref }
}

/** To the support's address; without one, to the mailbox that operators read in the dashboard. */
async function send(context: Context, ticket: Ticket): Promise<void> {
  const { links, mail, mailbox, session, log } = context
  const address = links?.support_email ?? null
  const words = { projectRef: PLATFORM_MAIL, ...ticketMail(ticket) }
  try {
    if (address !== null) return await mail({ ...words, to: address })
    const operator = await findFirstOperator(session)
    await mailbox.keep({ ...words, to: operator?.primary_email ?? 'operator' })
  } catch (error) {
    // The ticket is kept, and operators see it in their list.
    log.warn({ err: String(error), ticket: ticket.id }, 'A support ticket could not be mailed.')
  }
}
