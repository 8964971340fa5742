import type { Service } from '../fleet/project.ts'
import { createAuth, type AuthDeps } from './auth/index.ts'
import { createDataApi } from './data-api/index.ts'
import { createMeta } from './meta/index.ts'

/** Every service a project offers, in the order of their migrations. */
export function createServices(deps: AuthDeps): readonly Service[] {
  return [createAuth(deps), createDataApi(deps), createMeta(deps)]
}
