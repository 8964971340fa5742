import {
  endUserSession,
  endUserSessions,
  listUserSessions,
  removeUserFactor,
  removeUserPasskey,
  resetUserFactors,
  unlinkUserIdentity,
} from '@stoa/contract/services/auth/members'
import type { FastifyRequest } from 'fastify'
import { route, type Route } from '../../../lib/http.ts'
import type { AuthContext } from '../context.ts'
import { unlinkIdentity } from '../external/identities.ts'
import { deleteAccountFactor, removeAllFactors } from '../factors/unenroll-factor.ts'
import { removePasskey } from '../passkeys/passkey-routes.ts'
import { endSession, endSessions, listSessions } from './user-sessions.ts'

/** The members' routes for the sessions, factors, passkeys and identities of a user. */
export const credentialRoutes = (
  contextOf: (request: FastifyRequest) => AuthContext,
): readonly Route[] => [
  route(listUserSessions).to(({ params, request }) =>
    listSessions(contextOf(request), params.user_id),
  ),
  route(endUserSessions).to(({ params, request }) =>
    endSessions(contextOf(request), params.user_id),
  ),
  route(endUserSession).to(({ params, request }) =>
    endSession(contextOf(request), { userId: params.user_id, id: params.session_id }),
  ),
  route(removeUserFactor).to(async ({ params, request }) => {
    await deleteAccountFactor(contextOf(request), {
      userId: params.user_id,
      factorId: params.factor_id,
    })
    return {}
  }),
  route(resetUserFactors).to(async ({ params: { user_id: id }, request }) => {
    await removeAllFactors(contextOf(request), id)
    return {}
  }),
  route(removeUserPasskey).to(async ({ params, request }) => {
    await removePasskey(contextOf(request), { id: params.passkey_id, userId: params.user_id })
    return {}
  }),
  route(unlinkUserIdentity).to(({ params, request }) => {
    const context = contextOf(request)
    return unlinkIdentity(context, {
      userId: params.user_id,
      identityId: params.identity_id,
      actor: context.administrator,
    })
  }),
]
