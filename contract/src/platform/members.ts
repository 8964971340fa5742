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

export const InvitationOffer = z.object({
  organization_name: z.string(),
  role: Role,
  /** The only address that can accept it. */
  email: z.string(),
  /** The name of the account that invited, or its address if it has no name; null if it is deleted or if the operator credential was used. */
  inviter: z.string().nullable(),
})
export type InvitationOffer = z.infer<typeof InvitationOffer>

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

/**
 * Removes the caller from the organization. Every member can leave, unlike remove others; 409
 * `last_owner` for the last owner.
 */
export const leaveOrganization = endpoint({
  method: 'POST',
  path: '/platform/organizations/{slug}/leave',
  access: 'organization:read',
  params: bySlug,
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

/**
 * Reads an invitation for its page, before its recipient signs in. The token is the proof, and is sent
 * in the body so that no log of URLs contains it. 404 `invitation_not_found`, 410 `invitation_used` or
 * `invitation_expired`.
 */
export const readInvitation = endpoint({
  method: 'POST',
  path: '/platform/invitations/read',
  access: 'public',
  body: z.object({ token: z.string().min(1).max(200) }),
  response: InvitationOffer,
})

/** Joins the organization of an invitation to the caller's own address. */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/platform/invitations/accept',
  access: 'signed-in',
  body: z.object({ token: z.string().min(1).max(200) }),
  response: z.object({ organization_slug: z.string() }),
})
