// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/vault/secrets.ts'

export const createVaultSecret: OperationsOf<typeof source.createVaultSecret> = {
  method: 'POST',
  path: '/platform/vault/{ref}/secrets',
  access: 'vault:write',
}

export const deleteVaultSecret: OperationsOf<typeof source.deleteVaultSecret> = {
  method: 'DELETE',
  path: '/platform/vault/{ref}/secrets/{id}',
  access: 'vault:write',
}

export const getVaultKey: OperationsOf<typeof source.getVaultKey> = {
  method: 'GET',
  path: '/platform/vault/{ref}/key',
  access: 'vault:read',
}

export const listVaultSecrets: OperationsOf<typeof source.listVaultSecrets> = {
  method: 'GET',
  path: '/platform/vault/{ref}/secrets',
  access: 'vault:read',
}

export const revealVaultSecret: OperationsOf<typeof source.revealVaultSecret> = {
  method: 'POST',
  path: '/platform/vault/{ref}/secrets/{id}/reveal',
  access: 'vault:reveal',
}

export const rotateVaultKey: OperationsOf<typeof source.rotateVaultKey> = {
  method: 'POST',
  path: '/platform/vault/{ref}/key/rotate',
  access: 'vault:write',
}

export const updateVaultSecret: OperationsOf<typeof source.updateVaultSecret> = {
  method: 'PATCH',
  path: '/platform/vault/{ref}/secrets/{id}',
  access: 'vault:write',
}
