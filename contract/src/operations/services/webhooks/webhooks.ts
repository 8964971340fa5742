// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/webhooks/webhooks.ts'

export const createDatabaseWebhook: OperationsOf<typeof source.createDatabaseWebhook> = {
  method: 'POST',
  path: '/platform/webhooks/{ref}/webhooks',
  access: 'webhooks:write',
}

export const databaseWebhookEndpoints: OperationsOf<typeof source.databaseWebhookEndpoints> = {
  remove: {
    method: 'DELETE',
    path: '/platform/webhooks/{ref}/webhooks/{id}',
    access: 'webhooks:write',
  },
  rotateSecret: {
    method: 'POST',
    path: '/platform/webhooks/{ref}/webhooks/{id}/secret/rotate',
    access: 'webhooks:write',
  },
  test: {
    method: 'POST',
    path: '/platform/webhooks/{ref}/webhooks/{id}/test',
    access: 'webhooks:write',
  },
  listDeliveries: {
    method: 'GET',
    path: '/platform/webhooks/{ref}/webhooks/{id}/deliveries',
    access: 'webhooks:read',
  },
  redeliver: {
    method: 'POST',
    path: '/platform/webhooks/{ref}/webhooks/{id}/deliveries/{delivery}/redeliver',
    access: 'webhooks:write',
  },
}

export const listDatabaseWebhooks: OperationsOf<typeof source.listDatabaseWebhooks> = {
  method: 'GET',
  path: '/platform/webhooks/{ref}/webhooks',
  access: 'webhooks:read',
}

export const revealDatabaseWebhookSecret: OperationsOf<typeof source.revealDatabaseWebhookSecret> =
  {
    method: 'POST',
    path: '/platform/webhooks/{ref}/webhooks/{id}/secret/reveal',
    access: 'webhooks:write',
  }

export const updateDatabaseWebhook: OperationsOf<typeof source.updateDatabaseWebhook> = {
  method: 'PATCH',
  path: '/platform/webhooks/{ref}/webhooks/{id}',
  access: 'webhooks:write',
}
