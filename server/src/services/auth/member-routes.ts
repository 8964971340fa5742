import {
  countUsers,
  createSignInLink,
  createUser,
  deleteUser,
  deleteUsers,
  inviteUser,
  listAuditEntries,
  listUserRequests,
  listUsers,
  readUser,
  sendUserMail,
  updateUser,
} from '@stoa/contract/services/auth/members'
import { readAuthMetrics } from '@stoa/contract/services/auth/metrics'
import type { FastifyRequest } from 'fastify'
import { route, type Route } from '../../lib/http.ts'
import type { Member } from '../../project/member.ts'
import { SERVICE_ACTOR, type Actor } from './actor.ts'
import { createContext, type AuthContext, type AuthParts } from './context.ts'
import { AdminUserBody, createAccount, updateAccount } from './users/admin-users.ts'
import { deleteAccount } from './users/delete-user.ts'
import { invite } from './users/invite.ts'
import { credentialRoutes } from './members/credential-routes.ts'
import { clientRoutes } from './members/client-routes.ts'
import { deleteAccounts } from './members/delete-users.ts'
import { listAudit } from './members/list-audit.ts'
import * as lists from './members/list-users.ts'
import { readMetrics } from './members/metrics.ts'
import { providerRoutes } from './members/provider-routes.ts'
import { sendMail } from './members/send-mail.ts'
import { showUser } from './members/show-user.ts'
import { createLink } from './members/sign-in-link.ts'

/** The routes for members at `/platform/auth/:ref`. */
export function memberRoutes(parts: AuthParts): readonly Route[] {
  const contextOf = (request: FastifyRequest): AuthContext =>
    createContext(parts, request, actorOf(request.member))
  return [
    route(listUsers).to(({ query, request }) =>
      lists.listUsersPage(contextOf(request).database, query),
    ),
    route(countUsers).to(({ query: { exact, ...filter }, request }) =>
      lists.countUsers(contextOf(request).database, filter, exact === 'true'),
    ),
    route(readUser).to(({ params, request }) => showUser(contextOf(request), params.user_id)),
    route(createUser).to(async ({ body: { confirm = false, ...given }, request }) => {
      const context = contextOf(request)
      const { id } = await createAccount(
        context,
        AdminUserBody.parse({ ...given, email_confirm: confirm, phone_confirm: confirm }),
      )
      return showUser(context, id)
    }),
    route(inviteUser).to(async ({ body, request }) => {
      const context = contextOf(request)
      const { id } = await invite(context, { email: body.email, data: undefined })
      return showUser(context, id)
    }),
    route(updateUser).to(async ({ params: { user_id: id }, body, request }) => {
      const context = contextOf(request)
      const { confirm_email, confirm_phone, user_metadata, app_metadata, ...given } = body
      const before = await showUser(context, id)
      await updateAccount(
        context,
        id,
        AdminUserBody.parse({
          ...given,
          email_confirm: confirm_email,
          phone_confirm: confirm_phone,
          ...(user_metadata && {
            user_metadata: replacing(before.user_metadata, user_metadata),
          }),
          ...(app_metadata && { app_metadata: replacing(before.app_metadata, app_metadata) }),
        }),
      )
      return showUser(context, id)
    }),
    route(deleteUser).to(({ params, query, request }) =>
      deleteAccount(contextOf(request), params.user_id, {
        should_soft_delete: query.soft === 'true',
      }),
    ),
    route(deleteUsers).to(({ body, request }) => deleteAccounts(contextOf(request), body.user_ids)),
    route(sendUserMail).to(({ params, body, request }) =>
      sendMail(contextOf(request), params.user_id, body.kind),
    ),
    route(listUserRequests).to(async ({ params, request }) => {
      const { id } = await showUser(contextOf(request), params.user_id)
      return parts.recentRequests
        .of(request.project.ref, id)
        .map(({ at, durationMs, ...sent }) => ({
          ...sent,
          at: at.toISOString(),
          duration_ms: durationMs,
        }))
    }),
    ...credentialRoutes(contextOf),
    route(createSignInLink).to(async ({ params: { user_id: id }, request }) => {
      const link = await createLink(contextOf(request), id)
      await request.recordAudit({ action: 'auth_user.sign_in_link', target: id })
      return link
    }),
    route(listAuditEntries).to(({ query, request }) =>
      listAudit(contextOf(request).database, query),
    ),
    route(readAuthMetrics).to(({ request }) => readMetrics(contextOf(request))),
    ...clientRoutes(contextOf),
    ...providerRoutes(contextOf),
  ]
}

/** The operator credential belongs to no account. */
const actorOf = (member: Member): Actor =>
  member.kind === 'person' ? { id: member.userId, email: member.email } : SERVICE_ACTOR

/** The change that turns one set of metadata into another: null removes a key. */
const replacing = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, unknown> => ({
  ...Object.fromEntries(Object.keys(before).map((key) => [key, null])),
  ...after,
})
