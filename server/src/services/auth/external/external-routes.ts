import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseQuery, readFormBodies, parseBody } from '../body.ts'
import { createContext, type AuthContext, type AuthParts } from '../context.ts'
import { authError } from '../errors.ts'
import { requirePerson, requireServiceRole } from '../sessions/bearer.ts'
import { AuthorizeQuery, beginExternalSignIn } from './authorize.ts'
import { CallbackValues, finishExternalSignIn, refusedRedirect } from './callback.ts'
import { requireManualLinking, unlinkIdentity } from './identities.ts'
import {
  addCustomProvider,
  changeCustomProvider,
  CustomProviderBody,
  getCustomProvider,
  listCustomProviderBodies,
  ListCustomProvidersQuery,
  removeCustomProvider,
} from './custom-provider-admin.ts'

/** Routes for signing in with other services. */
export const externalRoutes = (parts: AuthParts) => async (app: FastifyInstance) => {
  const contextOf = (request: FastifyRequest) => createContext(parts, request)
  readFormBodies(app)
  app.get('/authorize', { exposeHeadRoute: false }, (request, reply) =>
    authorize(contextOf(request), request, reply),
  )
  // There is no HEAD route: a link preview must not use up the code.
  app.get('/callback', { exposeHeadRoute: false }, (request, reply) =>
    callback(contextOf(request), parseQuery(CallbackValues, request), reply),
  )
  app.post('/callback', (request, reply) =>
    callback(contextOf(request), parseBody(CallbackValues, request), reply),
  )
  app.get('/user/identities/authorize', (request, reply) =>
    authorizeLink(contextOf(request), request, reply),
  )
  app.delete('/user/identities/:identityId', (request) => unlink(contextOf(request), request))
  void app.register(customProviderRoutes(parts))
}

const customProviderRoutes = (parts: AuthParts) => async (app: FastifyInstance) => {
  const contextOf = (request: FastifyRequest) => createContext(parts, request)
  app.addHook('onRequest', async (request) => requireServiceRole(request))
  app.get('/admin/custom-providers', (request) =>
    listCustomProviderBodies(contextOf(request), parseQuery(ListCustomProvidersQuery, request)),
  )
  app.post('/admin/custom-providers', async (request, reply) => {
    const body = parseBody(CustomProviderBody, request)
    return reply.status(201).send(await addCustomProvider(contextOf(request), body))
  })
  app.get('/admin/custom-providers/:identifier', (request) =>
    getCustomProvider(contextOf(request), identifierOf(request)),
  )
  app.put('/admin/custom-providers/:identifier', (request) =>
    changeCustomProvider(
      contextOf(request),
      identifierOf(request),
      parseBody(CustomProviderBody, request),
    ),
  )
  app.delete('/admin/custom-providers/:identifier', async (request, reply) => {
    await removeCustomProvider(contextOf(request), identifierOf(request))
    return reply.status(204).send()
  })
}

const identifierOf = (request: FastifyRequest): string =>
  z.object({ identifier: z.string().max(200) }).parse(request.params).identifier

async function authorize(context: AuthContext, request: FastifyRequest, reply: FastifyReply) {
  const query = parseQuery(AuthorizeQuery, request)
  const url = await beginExternalSignIn(context, query)
  return sendUrl(reply, url, query.skip_http_redirect)
}

async function authorizeLink(context: AuthContext, request: FastifyRequest, reply: FastifyReply) {
  const { user } = await requirePerson(context, request)
  requireManualLinking(context)
  const query = parseQuery(AuthorizeQuery, request)
  const url = await beginExternalSignIn(context, query, user.id)
  return sendUrl(reply, url, query.skip_http_redirect)
}

/** Redirects, or returns the URL to scripts, which can't follow a redirect to another site. */
export function sendUrl(reply: FastifyReply, url: string, skipRedirect: string) {
  void reply.header('cache-control', 'no-store')
  return skipRedirect === 'true' ? reply.send({ url }) : reply.redirect(url, 302)
}

async function callback(context: AuthContext, values: CallbackValues, reply: FastifyReply) {
  const target = await finishExternalSignIn(context, values).catch((error: unknown) =>
    refusedRedirect(context, context.settings.site_url, error),
  )
  return reply.header('cache-control', 'no-store').redirect(target, 302)
}

async function unlink(context: AuthContext, request: FastifyRequest) {
  requireManualLinking(context)
  const { user } = await requirePerson(context, request)
  const params = z.object({ identityId: z.guid() }).safeParse(request.params)
  if (!params.success) throw authError(404, 'validation_failed', 'identity_id must be an UUID')
  return unlinkIdentity(context, { userId: user.id, identityId: params.data.identityId })
}
