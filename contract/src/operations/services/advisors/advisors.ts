// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/advisors/advisors.ts'

export const applyFix: OperationsOf<typeof source.applyFix> = {
  method: 'POST',
  path: '/platform/advisors/{ref}/fixes',
  access: 'database:write',
}

export const ignoreFinding: OperationsOf<typeof source.ignoreFinding> = {
  method: 'POST',
  path: '/platform/advisors/{ref}/ignored',
  access: 'advisors:write',
}

export const listAdvisorRules: OperationsOf<typeof source.listAdvisorRules> = {
  method: 'GET',
  path: '/platform/advisors/{ref}/rules',
  access: 'advisors:read',
}

export const previewFix: OperationsOf<typeof source.previewFix> = {
  method: 'POST',
  path: '/platform/advisors/{ref}/fixes/preview',
  access: 'database:write',
}

export const readAdvisorReport: OperationsOf<typeof source.readAdvisorReport> = {
  method: 'GET',
  path: '/platform/advisors/{ref}/report',
  access: 'advisors:read',
}

export const readAdvisorSummary: OperationsOf<typeof source.readAdvisorSummary> = {
  method: 'GET',
  path: '/platform/advisors/{ref}/summary',
  access: 'advisors:read',
}

export const readManagedPerformanceLints: OperationsOf<typeof source.readManagedPerformanceLints> =
  {
    method: 'GET',
    path: '/v1/projects/{ref}/advisors/performance',
    access: 'advisors:read',
  }

export const readManagedSecurityLints: OperationsOf<typeof source.readManagedSecurityLints> = {
  method: 'GET',
  path: '/v1/projects/{ref}/advisors/security',
  access: 'advisors:read',
}

export const restoreFinding: OperationsOf<typeof source.restoreFinding> = {
  method: 'DELETE',
  path: '/platform/advisors/{ref}/ignored/{id}',
  access: 'advisors:write',
}

export const runAdvisors: OperationsOf<typeof source.runAdvisors> = {
  method: 'POST',
  path: '/platform/advisors/{ref}/runs',
  access: 'advisors:read',
}
