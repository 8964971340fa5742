// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/index-advice.ts'

export const adviseIndexes: OperationsOf<typeof source.adviseIndexes> = {
  method: 'POST',
  path: '/platform/meta/{ref}/index-advice',
  access: 'database:write',
}

export const listSlowStatements: OperationsOf<typeof source.listSlowStatements> = {
  method: 'GET',
  path: '/platform/meta/{ref}/slow-statements',
  access: 'database:write',
}

export const planStatement: OperationsOf<typeof source.planStatement> = {
  method: 'POST',
  path: '/platform/meta/{ref}/generic-plan',
  access: 'database:read',
}
