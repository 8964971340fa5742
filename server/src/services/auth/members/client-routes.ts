import * as contract from '@stoa/contract/services/auth/oauth-clients'
import type { FastifyRequest } from 'fastify'
import { route, type Route } from '../../../lib/http.ts'
import type { AuthContext } from '../context.ts'
import {
  changeClient,
  createClient,
  getClient,
  regenerateSecret,
  removeClient,
  toClientBody,
} from '../oauth-server/clients.ts'
import { listOAuthClients } from '../queries/oauth-clients.ts'

const PAGE_SIZE = 50

/** The members' routes for the clients of the OAuth server, whether or not it is enabled. */
export const clientRoutes = (
  contextOf: (request: FastifyRequest) => AuthContext,
): readonly Route[] => [
  route(contract.listOAuthClients).to(async ({ query: { page = 1 }, request }) => {
    const { database } = contextOf(request)
    const { clients, total } = await listOAuthClients(database, {
      limit: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
    })
    return { clients: clients.map(toClientBody), total, page_size: PAGE_SIZE }
  }),
  route(contract.createOAuthClient).to(async ({ body, request }) => {
    const client = await createClient(contextOf(request), body, 'manual')
    await request.recordAudit({ action: 'oauth_client.create', target: client.client_name })
    return client
  }),
  route(contract.updateOAuthClient).to(async ({ params, body, request }) => {
    const client = await changeClient(contextOf(request), params.client_id, body)
    await request.recordAudit({
      action: 'oauth_client.update',
      target: client.client_name,
      metadata: { changed: Object.keys(body).sort().join(', ') },
    })
    return client
  }),
  route(contract.regenerateOAuthClientSecret).to(async ({ params, request }) => {
    const client = await regenerateSecret(contextOf(request), params.client_id)
    await request.recordAudit({
      action: 'oauth_client.regenerate_secret',
      target: client.client_name,
    })
    return { client_secret: client.client_secret }
  }),
  route(contract.deleteOAuthClient).to(async ({ params, request }) => {
    const context = contextOf(request)
    const client = await getClient(context, params.client_id)
    await removeClient(context, params.client_id)
    await request.recordAudit({ action: 'oauth_client.delete', target: client.client_name })
    return {}
  }),
]
