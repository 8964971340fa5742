import { QUEUES_API_SCHEMA } from '@stoa/contract/services/queues/api-schema'
import {
  archiveQueueMessage,
  createQueue as createEndpoint,
  deleteQueueMessage,
  dropQueue as dropEndpoint,
  getQueue as getEndpoint,
  getQueueGrants,
  getQueuesApi,
  listQueueMessages,
  listQueues as listEndpoint,
  purgeQueue as purgeEndpoint,
  sendQueueMessage,
  setDeadLetters as deadLettersEndpoint,
  setQueueGrants,
  setQueuesApi,
} from '@stoa/contract/services/queues/queues'
import { route, type Route } from '../../lib/http.ts'
import { createApiSchema, dropApiSchema, hasApiSchema } from './api-schema.ts'
import { readGrants, setGrants } from './grants.ts'
import {
  archiveMessage,
  createQueue,
  deleteMessage,
  dropQueue,
  getQueue,
  listMessages,
  listQueues,
  purgeQueue,
  sendMessage,
  setDeadLetters,
} from './queues.ts'

/** The routes for members at `/platform/queues/:ref`. */
export const memberRoutes: readonly Route[] = [
  route(listEndpoint).to(({ query, request }) => listQueues(request.project, query.search)),
  route(createEndpoint).to(async ({ body, request }) => {
    await createQueue(request, body)
    const metadata = { kind: body.is_unlogged ? 'unlogged' : 'basic' }
    await request.recordAudit({ action: 'queue.create', target: body.name, metadata })
    return {}
  }),
  route(getEndpoint).to(({ params, request }) => getQueue(request.project, params.name)),
  route(dropEndpoint).to(async ({ params, request }) => {
    await dropQueue(request, params.name)
    await request.recordAudit({ action: 'queue.drop', target: params.name })
    return {}
  }),
  route(purgeEndpoint).to(async ({ params, request }) => {
    const { purged } = await purgeQueue(request.project, params.name)
    const metadata = { messages: purged }
    await request.recordAudit({ action: 'queue.purge', target: params.name, metadata })
    return { purged }
  }),
  route(deadLettersEndpoint).to(async ({ params, body, request }) => {
    await setDeadLetters(request, params.name, body)
    const metadata = body.dead_letters ?? { dead_letter_queue: null }
    await request.recordAudit({ action: 'queue.update', target: params.name, metadata })
    return {}
  }),
  route(listQueueMessages).to(({ params, query, request }) =>
    listMessages(request.project, params.name, query),
  ),
  route(sendQueueMessage).to(async ({ params, body, request }) => {
    const { id } = await sendMessage(request.project, params.name, body)
    const metadata = { id }
    await request.recordAudit({
      action: 'queue_message.send',
      target: params.name,
      metadata,
    })
    return { id }
  }),
  route(archiveQueueMessage).to(async ({ params: { name, id }, request }) => {
    await archiveMessage(request.project, name, id)
    const metadata = { id }
    await request.recordAudit({ action: 'queue_message.archive', target: name, metadata })
    return {}
  }),
  route(deleteQueueMessage).to(async ({ params: { name, id }, request }) => {
    await deleteMessage(request.project, name, id)
    const metadata = { id }
    await request.recordAudit({ action: 'queue_message.delete', target: name, metadata })
    return {}
  }),
  route(getQueueGrants).to(({ params, request }) => readGrants(request.project, params.name)),
  route(setQueueGrants).to(async ({ params, body, request }) => {
    await setGrants(request, params.name, body)
    const metadata = {
      anon: body.anon.join(', '),
      authenticated: body.authenticated.join(', '),
      service_role: body.service_role.join(', '),
    }
    await request.recordAudit({ action: 'queue.grant', target: params.name, metadata })
    return {}
  }),
  route(getQueuesApi).to(({ request }) => hasApiSchema(request.project)),
  route(setQueuesApi).to(async ({ body, request }) => {
    if (body.exists) await createApiSchema(request)
    else await dropApiSchema(request)
    await request.recordAudit({
      action: body.exists ? 'queues_api.enable' : 'queues_api.disable',
      target: QUEUES_API_SCHEMA,
    })
    return {}
  }),
]
