import type { Service } from '../project/service.ts'
import { createAuth, type AccountPort, type AuthDeps } from './auth/index.ts'
import { createDataApi } from './data-api/index.ts'
import { createGraphql } from './graphql/index.ts'
import { createMeta } from './meta/index.ts'

export type Services = {
  /** Every service a project offers, in the order of their migrations. */
  readonly all: readonly Service[]
  /** Accounts and sessions, for the platform's own doors. */
  readonly accounts: AccountPort
}

/** What the services are made of, all together. */
export type ServicesDeps = AuthDeps

export function createServices(deps: ServicesDeps): Services {
  const auth = createAuth(deps)
  return {
    all: [auth, createDataApi(deps), createGraphql(deps), createMeta(deps)],
    accounts: auth.accounts,
  }
}
