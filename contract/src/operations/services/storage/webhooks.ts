// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/storage/webhooks.ts'

export const createStorageWebhook: OperationsOf<typeof source.createStorageWebhook> = {
  method: 'POST',
  path: '/platform/storage/{ref}/webhooks',
  access: 'storage:write',
}

export const listStorageWebhooks: OperationsOf<typeof source.listStorageWebhooks> = {
  method: 'GET',
  path: '/platform/storage/{ref}/webhooks',
  access: 'storage:read',
}

export const storageWebhookEndpoints: OperationsOf<typeof source.storageWebhookEndpoints> = {
  remove: {
    method: 'DELETE',
    path: '/platform/storage/{ref}/webhooks/{id}',
    access: 'storage:write',
  },
  rotateSecret: {
    method: 'POST',
    path: '/platform/storage/{ref}/webhooks/{id}/secret/rotate',
    access: 'storage:write',
  },
  test: {
    method: 'POST',
    path: '/platform/storage/{ref}/webhooks/{id}/test',
    access: 'storage:write',
  },
  listDeliveries: {
    method: 'GET',
    path: '/platform/storage/{ref}/webhooks/{id}/deliveries',
    access: 'storage:read',
  },
  redeliver: {
    method: 'POST',
    path: '/platform/storage/{ref}/webhooks/{id}/deliveries/{delivery}/redeliver',
    access: 'storage:write',
  },
}

export const updateStorageWebhook: OperationsOf<typeof source.updateStorageWebhook> = {
  method: 'PATCH',
  path: '/platform/storage/{ref}/webhooks/{id}',
  access: 'storage:write',
}
