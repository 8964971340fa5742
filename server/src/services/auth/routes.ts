import { authSettings } from '@stoa/contract/services/auth/settings'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  AdminUserBody,
  createAccount,
  getAccount,
  listAccounts,
  ListUsersQuery,
  updateAccount,
} from './users/admin-users.ts'
import { AuditQuery, listAuditLog } from './users/admin-audit.ts'
import { requirePerson, requireServiceRole, requireUser } from './sessions/bearer.ts'
import {
  parseBody,
  parseFactorId,
  parseQuery,
  parseUserId,
  readBodiesAsJson,
  text,
} from './body.ts'
import { createContext, type AuthContext, type AuthParts } from './context.ts'
import { deleteAccount, DeleteUserBody } from './users/delete-user.ts'
import { authError, sendAuthError } from './errors.ts'
import { externalRoutes } from './external/external-routes.ts'
import { IdTokenGrantBody, signInWithIdToken } from './external/id-token-grant.ts'
import { oauthServerRoutes } from './oauth-server/oauth-server-routes.ts'
import { factorRoutes } from './factors/factor-routes.ts'
import { generateLink, GenerateLinkBody } from './mail/generate-link.ts'
import { invite, InviteBody } from './users/invite.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'
import { exchangeCode, PkceGrantBody } from './sign-in/pkce.ts'
import {
  OtpBody,
  recover,
  RecoverBody,
  resend,
  ResendBody,
  sendMagicLink,
  sendOtp,
} from './mail/recover.ts'
import { refreshSession, RefreshGrantBody } from './sessions/refresh.ts'
import { requireCaptcha } from './protection/captcha.ts'
import { toSettingsBody } from './settings-view.ts'
import { PasswordGrantBody, signInWithPassword } from './sign-in/sign-in.ts'
import { signOut, SignOutQuery } from './sessions/sign-out.ts'
import { reauthenticate } from './sign-in/reauthenticate.ts'
import { signUp, SignUpBody } from './sign-in/sign-up.ts'
import { changeAccountFactor, ChangeFactorBody } from './factors/change-factor.ts'
import { deleteAccountFactor, listAccountFactors } from './factors/unenroll-factor.ts'
import { updateOwnUser, UpdateUserBody } from './users/update-user.ts'
import { toUserBody } from './users/user-view.ts'
import { followLink, VerifyBody, verifyToken } from './mail/verify.ts'
import { ssoRoutes } from './sso/sso-routes.ts'
import { signInWithWallet, Web3GrantBody } from './web3/web3-grant.ts'

const GrantQuery = z.object({ grant_type: text })

/** Routes with which strangers could send messages, guess passwords, or create accounts. */
const CAPTCHA_PATHS = new Set([
  '/signup',
  '/otp',
  '/magiclink',
  '/recover',
  '/resend',
  '/sso',
  '/passkeys/authentication/options',
])

const CAPTCHA_GRANTS = new Set(['password', 'web3'])

function isGuardedByCaptcha(request: FastifyRequest): boolean {
  const settings = request.project.settings.of(authSettings)
  if (!settings.security_captcha_enabled || request.method !== 'POST') return false
  const path = request.routeOptions.url?.replace(/^.*\/v1(?=\/)/, '') ?? ''
  if (CAPTCHA_PATHS.has(path)) return true
  return path === '/token' && CAPTCHA_GRANTS.has(parseQuery(GrantQuery, request).grant_type)
}

/** GoTrue's routes, relative to `/auth/v1`. */
export const authRoutes = (parts: AuthParts) => (app: FastifyInstance) => {
  const contextOf = (request: FastifyRequest) => createContext(parts, request)
  readBodiesAsJson(app)
  app.setErrorHandler(sendAuthError(parts.log))
  app.addHook('preHandler', async (request) => {
    if (isGuardedByCaptcha(request))
      await requireCaptcha(contextOf(request), {
        body: request.body,
        isServer: request.caller.role === 'service_role',
      })
  })

  app.get('/health', () => ({
    name: 'GoTrue',
    version: 'stoa',
    description: 'Accounts and sessions, speaking the protocol of GoTrue',
  }))
  app.get('/settings', (request) => toSettingsBody(request.project.settings.of(authSettings)))
  // The lifetime is short so that caches soon drop a revoked key.
  app.get('/.well-known/jwks.json', (request, reply) =>
    reply.header('cache-control', 'public, max-age=60').send({ keys: request.project.keys.jwks }),
  )

  app.post('/signup', (request) => signUp(contextOf(request), parseBody(SignUpBody, request)))
  app.post('/token', (request) => {
    const { grant_type: grant } = parseQuery(GrantQuery, request)
    if (grant === 'password')
      return signInWithPassword(contextOf(request), parseBody(PasswordGrantBody, request))
    if (grant === 'refresh_token')
      return refreshSession(contextOf(request), parseBody(RefreshGrantBody, request))
    if (grant === 'id_token')
      return signInWithIdToken(contextOf(request), request, parseBody(IdTokenGrantBody, request))
    if (grant === 'web3')
      return signInWithWallet(contextOf(request), parseBody(Web3GrantBody, request))
    if (grant === 'pkce') return exchangeCode(contextOf(request), parseBody(PkceGrantBody, request))
    throw authError(400, 'invalid_credentials', 'unsupported_grant_type')
  })
  app.post('/recover', (request) => recover(contextOf(request), parseBody(RecoverBody, request)))
  app.post('/resend', (request) => resend(contextOf(request), parseBody(ResendBody, request)))
  app.post('/otp', (request) => sendOtp(contextOf(request), parseBody(OtpBody, request)))
  app.post('/magiclink', (request) =>
    sendMagicLink(contextOf(request), parseBody(OtpBody, request)),
  )
  app.post('/verify', (request) => verifyToken(contextOf(request), parseBody(VerifyBody, request)))
  // There is no HEAD route: a link preview that sends HEAD must not use up the token.
  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const target = await followLink(contextOf(request), parseQuery(VerifyBody, request))
    return reply.header('cache-control', 'no-store').redirect(target, 303)
  })

  app.get('/user', (request) => showUser(contextOf(request), request))
  app.put('/user', (request) => changeUser(contextOf(request), request))
  app.get('/reauthenticate', { exposeHeadRoute: false }, (request) =>
    proveAgain(contextOf(request), request),
  )
  app.post('/logout', async (request, reply) => {
    const context = contextOf(request)
    const query = parseQuery(SignOutQuery, request)
    await signOut(context, await requireUser(context, request), query)
    return reply.status(204).send()
  })

  void app.register(factorRoutes(parts))
  void app.register(passkeyRoutes(parts))
  void app.register(externalRoutes(parts))
  void app.register(ssoRoutes(parts))
  void app.register(oauthServerRoutes(parts))
  void app.register(adminRoutes(parts))
}

async function showUser(context: Pick<AuthContext, 'database' | 'now'>, request: FastifyRequest) {
  const { user } = await requireUser(context, request)
  return toUserBody(user)
}

async function changeUser(context: AuthContext, request: FastifyRequest) {
  const signedIn = await requirePerson(context, request)
  return updateOwnUser(context, signedIn, parseBody(UpdateUserBody, request))
}

async function proveAgain(context: AuthContext, request: FastifyRequest) {
  return reauthenticate(context, await requirePerson(context, request))
}

const adminRoutes = (parts: AuthParts) => async (app: FastifyInstance) => {
  const contextOf = (request: FastifyRequest) => createContext(parts, request)
  app.addHook('onRequest', async (request) => requireServiceRole(request))

  app.get('/admin/users', async (request, reply) => {
    const { body, headers } = await listAccounts(
      contextOf(request),
      parseQuery(ListUsersQuery, request),
    )
    return reply.headers(headers).send(body)
  })
  app.post('/admin/users', (request) =>
    createAccount(contextOf(request), parseBody(AdminUserBody, request)),
  )
  app.get('/admin/users/:id', (request) => getAccount(contextOf(request), parseUserId(request)))
  app.put('/admin/users/:id', (request) =>
    updateAccount(contextOf(request), parseUserId(request), parseBody(AdminUserBody, request)),
  )
  app.delete('/admin/users/:id', (request) =>
    deleteAccount(contextOf(request), parseUserId(request), parseBody(DeleteUserBody, request)),
  )
  app.get('/admin/users/:id/factors', (request) =>
    listAccountFactors(contextOf(request), parseUserId(request)),
  )
  app.delete('/admin/users/:id/factors/:factorId', (request) =>
    deleteAccountFactor(contextOf(request), {
      userId: parseUserId(request),
      factorId: parseFactorId(request, 'factorId'),
    }),
  )
  app.put('/admin/users/:id/factors/:factorId', (request) =>
    changeAccountFactor(
      contextOf(request),
      { userId: parseUserId(request), factorId: parseFactorId(request, 'factorId') },
      parseBody(ChangeFactorBody, request),
    ),
  )
  app.post('/admin/generate_link', (request) =>
    generateLink(contextOf(request), parseBody(GenerateLinkBody, request)),
  )
  app.get('/admin/audit', async (request, reply) => {
    const { body, headers } = await listAuditLog(
      contextOf(request),
      parseQuery(AuditQuery, request),
    )
    return reply.headers(headers).send(body)
  })
  app.post('/invite', (request) => invite(contextOf(request), parseBody(InviteBody, request)))
}
