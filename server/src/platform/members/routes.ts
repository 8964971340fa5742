import * as endpoints from '@stoa/contract/platform/members'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { enforceRateLimit } from '../enforce-rate-limit.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { createInvitation } from './create-invitation.ts'
import { deleteInvitation } from './delete-invitation.ts'
import { leaveOrganization } from './leave-organization.ts'
import { listInvitations } from './list-invitations.ts'
import { listMembers } from './list-members.ts'
import { readInvitation } from './read-invitation.ts'
import { removeMember } from './remove-member.ts'
import { updateMember } from './update-member.ts'

const READS_OF_STRANGERS = { burst: 20, perMinute: 20 }

export const memberRoutes = (context: Context): readonly Route[] => {
  const { access, actorOf } = context
  return [
    route(endpoints.listMembers).to(({ request }) =>
      listMembers(context, request.member, access.organizationOf(request)),
    ),
    route(endpoints.updateMember).to(({ request, params, body }) =>
      updateMember(context, actorOf(request), {
        scope: access.organizationOf(request),
        userId: params.user_id,
        role: body.role,
      }),
    ),
    route(endpoints.removeMember).to(({ request, params }) =>
      removeMember(context, actorOf(request), {
        scope: access.organizationOf(request),
        userId: params.user_id,
      }),
    ),
    route(endpoints.leaveOrganization).to(({ request }) =>
      leaveOrganization(context, actorOf(request), access.organizationOf(request)),
    ),
    route(endpoints.listInvitations).to(({ request }) =>
      listInvitations(context, access.organizationOf(request)),
    ),
    route(endpoints.createInvitation).to(({ request, body }) =>
      createInvitation(context, actorOf(request), {
        scope: access.organizationOf(request),
        ...body,
      }),
    ),
    route(endpoints.deleteInvitation).to(({ request, params }) =>
      deleteInvitation(context, actorOf(request), {
        scope: access.organizationOf(request),
        id: params.id,
      }),
    ),
    route(endpoints.readInvitation).to(({ request, body }) => {
      enforceRateLimit(context.rateLimiter, `invitation ${request.ip}`, READS_OF_STRANGERS)
      return readInvitation(context, body.token)
    }),
    route(endpoints.acceptInvitation).to(({ request, body }) =>
      acceptInvitation(context, actorOf(request), body.token),
    ),
  ]
}
