// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/keys.ts'

export const createApiKey: OperationsOf<typeof source.createApiKey> = {
  method: 'POST',
  path: '/platform/projects/{ref}/api-keys',
  access: 'key:manage',
}

export const createSigningKey: OperationsOf<typeof source.createSigningKey> = {
  method: 'POST',
  path: '/platform/projects/{ref}/signing-keys',
  access: 'key:manage',
}

export const deleteApiKey: OperationsOf<typeof source.deleteApiKey> = {
  method: 'DELETE',
  path: '/platform/projects/{ref}/api-keys/{id}',
  access: 'key:manage',
}

export const deleteSigningKey: OperationsOf<typeof source.deleteSigningKey> = {
  method: 'DELETE',
  path: '/platform/projects/{ref}/signing-keys/{id}',
  access: 'key:manage',
}

export const getApiKeys: OperationsOf<typeof source.getApiKeys> = {
  method: 'GET',
  path: '/platform/projects/{ref}/api-keys',
  access: 'key:read_public',
}

export const listSigningKeys: OperationsOf<typeof source.listSigningKeys> = {
  method: 'GET',
  path: '/platform/projects/{ref}/signing-keys',
  access: 'key:read_public',
}

export const revealApiKey: OperationsOf<typeof source.revealApiKey> = {
  method: 'POST',
  path: '/platform/projects/{ref}/api-keys/{id}/reveal',
  access: 'key:read_secret',
}

export const revealSecrets: OperationsOf<typeof source.revealSecrets> = {
  method: 'POST',
  path: '/platform/projects/{ref}/api-keys/reveal',
  access: 'key:read_secret',
}

export const revealSigningKey: OperationsOf<typeof source.revealSigningKey> = {
  method: 'POST',
  path: '/platform/projects/{ref}/signing-keys/{id}/reveal',
  access: 'key:manage',
}

export const revokeSigningKey: OperationsOf<typeof source.revokeSigningKey> = {
  method: 'POST',
  path: '/platform/projects/{ref}/signing-keys/{id}/revoke',
  access: 'key:manage',
}

export const rotateSigningKey: OperationsOf<typeof source.rotateSigningKey> = {
  method: 'POST',
  path: '/platform/projects/{ref}/signing-keys/{id}/rotate',
  access: 'key:manage',
}

export const setLegacyApiKeys: OperationsOf<typeof source.setLegacyApiKeys> = {
  method: 'PUT',
  path: '/platform/projects/{ref}/api-keys/legacy',
  access: 'key:manage',
}
