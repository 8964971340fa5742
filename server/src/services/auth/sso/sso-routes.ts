import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseBody, parseQuery, readFormBodies } from '../body.ts'
import { createContext, type AuthContext, type AuthParts } from '../context.ts'
import { authError } from '../errors.ts'
import { refusedRedirect } from '../external/callback.ts'
import { requireServiceRole } from '../sessions/bearer.ts'
import { serviceProviderMetadata } from './sp-metadata.ts'
import { requireSaml } from './saml-client.ts'
import { addSso, changeSso, getSso, listSso, removeSso, SsoProviderBody } from './sso-admin.ts'
import { AcsBody, beginSso, finishSso, SsoBody } from './sso-sign-in.ts'

/** Routes for signing in with the identity provider of an organization. */
export const ssoRoutes = (parts: AuthParts) => async (app: FastifyInstance) => {
  const contextOf = (request: FastifyRequest) => createContext(parts, request)
  readFormBodies(app)
  app.post('/sso', async (request, reply) => {
    const body = parseBody(SsoBody, request)
    const url = await beginSso(contextOf(request), body)
    void reply.header('cache-control', 'no-store')
    return body.skip_http_redirect ? reply.send({ url }) : reply.redirect(url, 303)
  })
  app.get('/sso/saml/metadata', async (request, reply) => {
    const context = contextOf(request)
    requireSaml(context)
    const metadata = await serviceProviderMetadata(context)
    const { download } = parseQuery(z.object({ download: z.string().optional() }), request)
    if (download === 'true')
      void reply.header('content-disposition', 'attachment; filename="metadata.xml"')
    return reply.type('application/xml; charset=utf-8').send(metadata)
  })
  app.post('/sso/saml/acs', async (request, reply) => {
    const context = contextOf(request)
    const target = await finishSso(context, parseBody(AcsBody, request)).catch((error: unknown) =>
      refusedRedirect(context, context.settings.site_url, error),
    )
    return reply.header('cache-control', 'no-store').redirect(target, 303)
  })
  void app.register(ssoAdminRoutes(contextOf))
}

const ssoAdminRoutes =
  (contextOf: (request: FastifyRequest) => AuthContext) => async (app: FastifyInstance) => {
    app.addHook('onRequest', async (request) => {
      requireServiceRole(request)
      requireSaml(contextOf(request))
    })
    app.get('/admin/sso/providers', (request) => listSso(contextOf(request)))
    app.post('/admin/sso/providers', async (request, reply) => {
      const body = parseBody(SsoProviderBody, request)
      return reply.status(201).send(await addSso(contextOf(request), body))
    })
    app.get('/admin/sso/providers/:id', (request) => getSso(contextOf(request), idOf(request)))
    app.put('/admin/sso/providers/:id', (request) =>
      changeSso(contextOf(request), idOf(request), parseBody(SsoProviderBody, request)),
    )
    app.delete('/admin/sso/providers/:id', (request) =>
      removeSso(contextOf(request), idOf(request)),
    )
  }

function idOf(request: FastifyRequest): string {
  const params = z.object({ id: z.guid() }).safeParse(request.params)
  if (!params.success) throw authError(404, 'sso_provider_not_found', 'No such SSO provider')
  return params.data.id
}
