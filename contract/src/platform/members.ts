import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MailOutcome } from './mail.ts'
import { Role } from './permissions.ts'

export const Member = z.object({
  user_id: z.uuid(),
  primary_email: z.string(),
  display_name: z.string().nullable(),
  role: Role,
  is_self: z.boolean(),
})
export type Member = z.infer<typeof Member>

export const Invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: Role,
  invited_at: z.string(),
  expires_at: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

const bySlug = z.object({ slug: z.string() })
const byMember = z.object({ slug: z.string(), user_id: z.uuid() })

export const listMembers = endpoint({
  method: 'GET',
  path: '/platform/organizations/{slug}/members',
  access: 'member:read',
  params: bySlug,
  response: z.array(Member),
})

export const updateMember = endpoint({
  method: 'PATCH',
  path: '/platform/organizations/{slug}/members/{user_id}',
  access: 'member:update',
  params: byMember,
  body: z.object({ role: Role }),
  response: Member,
})

/** Removing the last owner is refused with 409 `last_owner`. */
export const removeMember = endpoint({
  method: 'DELETE',
  path: '/platform/organizations/{slug}/members/{user_id}',
  access: 'member:remove',
  params: byMember,
  response: z.object({}),
})

export const listInvitations = endpoint({
  method: 'GET',
  path: '/platform/organizations/{slug}/invitations',
  access: 'member:read',
  params: bySlug,
  response: z.array(Invitation),
})

/**
 * Creates an invitation and mails its link. The response contains a link, because only a digest of
 * its token is stored, and says in `mail` whether the mail was sent. The link in the mail verifies
 * the address of a new account; the link in the response does so only if an operator invites
 * (`confirms_email`).
 */
export const createInvitation = endpoint({
  method: 'POST',
  path: '/platform/organizations/{slug}/invitations',
  access: 'member:invite',
  params: bySlug,
  body: z.object({ email: z.email().max(320), role: Role }),
  response: Invitation.extend({ link: z.string(), confirms_email: z.boolean(), mail: MailOutcome }),
  status: 201,
})

export const deleteInvitation = endpoint({
  method: 'DELETE',
  path: '/platform/organizations/{slug}/invitations/{id}',
  access: 'member:invite',
  params: z.object({ slug: z.string(), id: z.uuid() }),
  response: z.object({}),
})

/** Joins the organization of an invitation to the caller's own address. */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/platform/invitations/accept',
  access: 'signed-in',
  body: z.object({ token: z.string().min(1).max(200) }),
  response: z.object({ organization_slug: z.string() }),
})
