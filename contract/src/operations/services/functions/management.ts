// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/functions/management.ts'

export const activateManagedFunctions: OperationsOf<typeof source.activateManagedFunctions> = {
  method: 'PUT',
  path: '/v1/projects/{ref}/functions',
  access: 'functions:write',
}

export const createManagedFunction: OperationsOf<typeof source.createManagedFunction> = {
  method: 'POST',
  path: '/v1/projects/{ref}/functions',
  access: 'functions:write',
}

export const deleteManagedFunction: OperationsOf<typeof source.deleteManagedFunction> = {
  method: 'DELETE',
  path: '/v1/projects/{ref}/functions/{function_slug}',
  access: 'functions:write',
}

export const deployManagedFunction: OperationsOf<typeof source.deployManagedFunction> = {
  method: 'POST',
  path: '/v1/projects/{ref}/functions/deploy',
  access: 'functions:write',
}

export const listManagedFunctions: OperationsOf<typeof source.listManagedFunctions> = {
  method: 'GET',
  path: '/v1/projects/{ref}/functions',
  access: 'functions:read',
}

export const listManagedSecrets: OperationsOf<typeof source.listManagedSecrets> = {
  method: 'GET',
  path: '/v1/projects/{ref}/secrets',
  access: 'secrets:read',
}

export const readFunctionStatistics: OperationsOf<typeof source.readFunctionStatistics> = {
  method: 'GET',
  path: '/v1/projects/{ref}/analytics/endpoints/functions.combined-stats',
  access: 'functions:read',
}

export const readManagedFunction: OperationsOf<typeof source.readManagedFunction> = {
  method: 'GET',
  path: '/v1/projects/{ref}/functions/{function_slug}',
  access: 'functions:read',
}

export const readManagedFunctionBody: OperationsOf<typeof source.readManagedFunctionBody> = {
  method: 'GET',
  path: '/v1/projects/{ref}/functions/{function_slug}/body',
  access: 'functions:read',
}

export const removeManagedSecrets: OperationsOf<typeof source.removeManagedSecrets> = {
  method: 'DELETE',
  path: '/v1/projects/{ref}/secrets',
  access: 'secrets:write',
}

export const setManagedSecrets: OperationsOf<typeof source.setManagedSecrets> = {
  method: 'POST',
  path: '/v1/projects/{ref}/secrets',
  access: 'secrets:write',
}

export const updateManagedFunction: OperationsOf<typeof source.updateManagedFunction> = {
  method: 'PATCH',
  path: '/v1/projects/{ref}/functions/{function_slug}',
  access: 'functions:write',
}
