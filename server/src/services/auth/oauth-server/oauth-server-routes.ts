import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseBody, parseQuery, readFormBodies, text } from '../body.ts'
import { createContext, type AuthContext, type AuthParts } from '../context.ts'
import { authError } from '../errors.ts'
import { requirePerson, requireServiceRole, requireUser } from '../sessions/bearer.ts'
import {
  beginAuthorization,
  ConsentBody,
  decideAuthorization,
  listGrants,
  OAuthAuthorizeQuery,
  revokeGrant,
  SCOPES,
  showAuthorization,
} from './authorizations.ts'
import {
  changeClient,
  ClientBody,
  createClient,
  getClient,
  listClients,
  ListClientsQuery,
  regenerateSecret,
  removeClient,
  requireOAuthServer,
} from './clients.ts'
import { discoveryDocument } from './discovery-document.ts'
import { grantTokens, TokenBody } from './tokens.ts'
import { claimsOfScopes } from './user-info.ts'

/** Routes for apps that sign people in with their account of the project (OAuth 2.1). */
export const oauthServerRoutes = (parts: AuthParts) => async (app: FastifyInstance) => {
  const contextOf = (request: FastifyRequest) => {
    const context = createContext(parts, request)
    requireOAuthServer(context)
    return context
  }
  readFormBodies(app)
  app.get('/.well-known/openid-configuration', (request, reply) =>
    reply
      .header('cache-control', 'public, max-age=60')
      .send(discoveryDocument(createContext(parts, request))),
  )
  app.get('/.well-known/oauth-authorization-server', (request, reply) =>
    reply.header('cache-control', 'public, max-age=60').send(discoveryDocument(contextOf(request))),
  )
  app.post('/oauth/clients/register', async (request, reply) => {
    const context = contextOf(request)
    const client = await createClient(context, parseBody(ClientBody, request), 'dynamic')
    return reply.status(201).header('cache-control', 'no-store').send(client)
  })
  app.get('/oauth/authorize', { exposeHeadRoute: false }, async (request, reply) => {
    const context = contextOf(request)
    const url = await beginAuthorization(context, parseQuery(OAuthAuthorizeQuery, request))
    return reply.header('cache-control', 'no-store').redirect(url, 302)
  })
  app.get('/oauth/authorizations/:authorizationId', (request) => show(contextOf(request), request))
  app.post('/oauth/authorizations/:authorizationId/consent', (request) =>
    decide(contextOf(request), request),
  )
  app.post('/oauth/token', async (request, reply) => {
    const context = contextOf(request)
    const { authorization } = request.headers
    const body = parseBody(TokenBody, request)
    return reply
      .header('cache-control', 'no-store')
      .send(await grantTokens(context, { body, authorization }))
  })
  app.get('/oauth/userinfo', (request) => userInfo(contextOf(request), request))
  app.post('/oauth/userinfo', (request) => userInfo(contextOf(request), request))
  app.get('/user/oauth/grants', (request) => showGrants(contextOf(request), request))
  app.delete('/user/oauth/grants', async (request, reply) => {
    const context = contextOf(request)
    const { client_id: clientId } = parseQuery(z.object({ client_id: text }), request)
    await revokeGrant(context, await requirePerson(context, request), clientId)
    return reply.status(204).send()
  })
  void app.register(clientAdminRoutes(contextOf))
}

const clientAdminRoutes =
  (contextOf: (request: FastifyRequest) => AuthContext) => async (app: FastifyInstance) => {
    app.addHook('onRequest', async (request) => requireServiceRole(request))
    app.get('/admin/oauth/clients', async (request, reply) => {
      const query = parseQuery(ListClientsQuery, request)
      const { body, headers } = await listClients(contextOf(request), query)
      return reply.headers(headers).send(body)
    })
    app.post('/admin/oauth/clients', async (request, reply) => {
      const body = parseBody(ClientBody, request)
      return reply.status(201).send(await createClient(contextOf(request), body, 'manual'))
    })
    app.get('/admin/oauth/clients/:clientId', (request) =>
      getClient(contextOf(request), clientIdOf(request)),
    )
    app.put('/admin/oauth/clients/:clientId', (request) =>
      changeClient(contextOf(request), clientIdOf(request), parseBody(ClientBody, request)),
    )
    app.delete('/admin/oauth/clients/:clientId', async (request, reply) => {
      await removeClient(contextOf(request), clientIdOf(request))
      return reply.status(204).send()
    })
    app.post('/admin/oauth/clients/:clientId/regenerate_secret', (request) =>
      regenerateSecret(contextOf(request), clientIdOf(request)),
    )
  }

function clientIdOf(request: FastifyRequest): string {
  const params = z.object({ clientId: z.guid() }).safeParse(request.params)
  if (!params.success) throw authError(400, 'validation_failed', 'client_id must be an UUID')
  return params.data.clientId
}

const authorizationIdOf = (request: FastifyRequest): string =>
  z.object({ authorizationId: z.string().max(200) }).parse(request.params).authorizationId

async function show(context: Pick<AuthContext, 'database' | 'now'>, request: FastifyRequest) {
  const person = await requirePerson(context, request)
  return showAuthorization(context, person, authorizationIdOf(request))
}

async function decide(context: Pick<AuthContext, 'database' | 'now'>, request: FastifyRequest) {
  const person = await requirePerson(context, request)
  const { action } = parseBody(ConsentBody, request)
  return decideAuthorization(context, person, { id: authorizationIdOf(request), action })
}

async function showGrants(context: Pick<AuthContext, 'database' | 'now'>, request: FastifyRequest) {
  return listGrants(context, await requirePerson(context, request))
}

async function userInfo(context: Pick<AuthContext, 'database' | 'now'>, request: FastifyRequest) {
  const { user, app } = await requireUser(context, request)
  return claimsOfScopes(user, app ? app.scopes.split(' ') : SCOPES)
}
