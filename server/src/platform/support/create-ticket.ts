import type { MailOutcome } from '@stoa/contract/platform/mail'
import type { Ticket } from '@stoa/contract/platform/support'
import type { Member } from '../../project/member.ts'
import { AppError } from '../../lib/errors.ts'
import type { Context } from '../context.ts'
import { findFirstOperator } from '../organizations/port.ts'
import { personOf } from '../person.ts'
import { enforceRateLimit } from '../enforce-rate-limit.ts'
import { tryMail } from '../try-mail.ts'
import { insertTicket } from './queries.ts'
import { ticketMail } from './ticket-mail.ts'

type Input = Omit<Ticket, 'id' | 'number' | 'email' | 'created_at'>

const RATE = { burst: 10, perMinute: 1 }

/**
 * Stores a request for help and mails it. Its organization and project must be the caller's own.
 */
export async function createTicket(
  context: Context,
  member: Member,
  input: Input,
): Promise<Ticket & { mail: MailOutcome }> {
  const { userId, email } = personOf(member)
  enforceRateLimit(context.rateLimiter, `ticket ${userId}`, RATE)
  const about = await aboutWhat(context, member, input)
  const ticket = await insertTicket(context.session, userId, {
    ...input,
    ...about,
    email,
    created_at: context.clock.now().toISOString(),
  })
  return { ...ticket, mail: await send(context, ticket) }
}

async function aboutWhat({ access }: Pick<Context, 'access'>, member: Member, input: Input) {
  const { organization_slug: slug, project_ref: ref } = input
  if (slug !== null) await access.requireIn(member, slug, 'organization:read')
  if (ref === null) return { organization_slug: slug, project_ref: null }
  const project = await access.requireOn(member, ref, 'project:read')
  if (slug !== null && slug !== project.slug)
    throw new AppError('project_elsewhere', 'The project belongs to a different organization.', {
      status: 400,
      hint: 'Select the organization of the project, or leave the project out.',
    })
  return { organization_slug: project.slug, project_ref: ref }
}

/** Mails the ticket to the support address; without one, stores it in the mailbox of the operators. */
async function send(context: Context, ticket: Ticket): Promise<MailOutcome> {
  const { links, mailbox, session } = context
  const address = links?.support_email ?? null
  const words = ticketMail(ticket)
  // The ticket is stored either way, and operators can list it.
  if (address !== null) return tryMail(context, { ...words, to: address })
  const operator = await findFirstOperator(session)
  const to = operator?.primary_email ?? 'operator'
  return tryMail({ ...context, mail: mailbox.keep, hasMailServer: false }, { ...words, to })
}
