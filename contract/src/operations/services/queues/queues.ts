// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/queues/queues.ts'

export const archiveQueueMessage: OperationsOf<typeof source.archiveQueueMessage> = {
  method: 'POST',
  path: '/platform/queues/{ref}/queues/{name}/messages/{id}/archive',
  access: 'queues:write',
}

export const createQueue: OperationsOf<typeof source.createQueue> = {
  method: 'POST',
  path: '/platform/queues/{ref}/queues',
  access: 'queues:write',
}

export const deleteQueueMessage: OperationsOf<typeof source.deleteQueueMessage> = {
  method: 'DELETE',
  path: '/platform/queues/{ref}/queues/{name}/messages/{id}',
  access: 'queues:write',
}

export const dropQueue: OperationsOf<typeof source.dropQueue> = {
  method: 'DELETE',
  path: '/platform/queues/{ref}/queues/{name}',
  access: 'queues:write',
}

export const getQueue: OperationsOf<typeof source.getQueue> = {
  method: 'GET',
  path: '/platform/queues/{ref}/queues/{name}',
  access: 'queues:read',
}

export const getQueueGrants: OperationsOf<typeof source.getQueueGrants> = {
  method: 'GET',
  path: '/platform/queues/{ref}/queues/{name}/grants',
  access: 'queues:read',
}

export const getQueuesApi: OperationsOf<typeof source.getQueuesApi> = {
  method: 'GET',
  path: '/platform/queues/{ref}/api',
  access: 'queues:read',
}

export const listQueueMessages: OperationsOf<typeof source.listQueueMessages> = {
  method: 'GET',
  path: '/platform/queues/{ref}/queues/{name}/messages',
  access: 'queues:read',
}

export const listQueues: OperationsOf<typeof source.listQueues> = {
  method: 'GET',
  path: '/platform/queues/{ref}/queues',
  access: 'queues:read',
}

export const purgeQueue: OperationsOf<typeof source.purgeQueue> = {
  method: 'POST',
  path: '/platform/queues/{ref}/queues/{name}/purge',
  access: 'queues:write',
}

export const sendQueueMessage: OperationsOf<typeof source.sendQueueMessage> = {
  method: 'POST',
  path: '/platform/queues/{ref}/queues/{name}/messages',
  access: 'queues:write',
}

export const setDeadLetters: OperationsOf<typeof source.setDeadLetters> = {
  method: 'PUT',
  path: '/platform/queues/{ref}/queues/{name}/dead-letters',
  access: 'queues:write',
}

export const setQueueGrants: OperationsOf<typeof source.setQueueGrants> = {
  method: 'PUT',
  path: '/platform/queues/{ref}/queues/{name}/grants',
  access: 'queues:write',
}

export const setQueuesApi: OperationsOf<typeof source.setQueuesApi> = {
  method: 'PUT',
  path: '/platform/queues/{ref}/api',
  access: 'queues:write',
}
