// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/functions/logs.ts'

export const listFunctionActivity: OperationsOf<typeof source.listFunctionActivity> = {
  method: 'GET',
  path: '/platform/functions/{ref}/activity',
  access: 'functions:read',
}

export const listFunctionLogs: OperationsOf<typeof source.listFunctionLogs> = {
  method: 'GET',
  path: '/platform/functions/{ref}/functions/{function_slug}/logs',
  access: 'functions:read',
}

export const readFunctionMetrics: OperationsOf<typeof source.readFunctionMetrics> = {
  method: 'GET',
  path: '/platform/functions/{ref}/functions/{function_slug}/metrics',
  access: 'functions:read',
}
