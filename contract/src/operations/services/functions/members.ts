// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/functions/members.ts'

export const activateFunctionVersion: OperationsOf<typeof source.activateFunctionVersion> = {
  method: 'POST',
  path: '/platform/functions/{ref}/functions/{function_slug}/versions/{version}/activate',
  access: 'functions:write',
}

export const checkFunctionFiles: OperationsOf<typeof source.checkFunctionFiles> = {
  method: 'POST',
  path: '/platform/functions/{ref}/check',
  access: 'functions:write',
}

export const checkFunctionTypes: OperationsOf<typeof source.checkFunctionTypes> = {
  method: 'GET',
  path: '/platform/functions/{ref}/functions/{function_slug}/versions/{version}/type-errors',
  access: 'functions:write',
}

export const deleteFunction: OperationsOf<typeof source.deleteFunction> = {
  method: 'DELETE',
  path: '/platform/functions/{ref}/functions/{function_slug}',
  access: 'functions:write',
}

export const deployFunction: OperationsOf<typeof source.deployFunction> = {
  method: 'POST',
  path: '/platform/functions/{ref}/functions/{function_slug}/versions',
  access: 'functions:write',
}

export const listFunctionSecrets: OperationsOf<typeof source.listFunctionSecrets> = {
  method: 'GET',
  path: '/platform/functions/{ref}/secrets',
  access: 'secrets:read',
}

export const listFunctionVersions: OperationsOf<typeof source.listFunctionVersions> = {
  method: 'GET',
  path: '/platform/functions/{ref}/functions/{function_slug}/versions',
  access: 'functions:read',
}

export const listFunctions: OperationsOf<typeof source.listFunctions> = {
  method: 'GET',
  path: '/platform/functions/{ref}/functions',
  access: 'functions:read',
}

export const readFunction: OperationsOf<typeof source.readFunction> = {
  method: 'GET',
  path: '/platform/functions/{ref}/functions/{function_slug}',
  access: 'functions:read',
}

export const readFunctionVersion: OperationsOf<typeof source.readFunctionVersion> = {
  method: 'GET',
  path: '/platform/functions/{ref}/functions/{function_slug}/versions/{version}',
  access: 'functions:read',
}

export const removeFunctionSecrets: OperationsOf<typeof source.removeFunctionSecrets> = {
  method: 'DELETE',
  path: '/platform/functions/{ref}/secrets',
  access: 'secrets:write',
}

export const setFunctionSecrets: OperationsOf<typeof source.setFunctionSecrets> = {
  method: 'POST',
  path: '/platform/functions/{ref}/secrets',
  access: 'secrets:write',
}

export const testFunction: OperationsOf<typeof source.testFunction> = {
  method: 'POST',
  path: '/platform/functions/{ref}/functions/{function_slug}/test',
  access: 'functions:write',
}

export const updateFunction: OperationsOf<typeof source.updateFunction> = {
  method: 'PATCH',
  path: '/platform/functions/{ref}/functions/{function_slug}',
  access: 'functions:write',
}
