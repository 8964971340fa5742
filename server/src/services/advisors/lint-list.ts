import type { Lint } from './lint.ts'
import { authAllowAnonymousSignIns } from './lints/auth-allow-anonymous-sign-ins.ts'
import { authRlsInitplan } from './lints/auth-rls-initplan.ts'
import { authUsersExposed } from './lints/auth-users-exposed.ts'
import { duplicateIndex } from './lints/duplicate-index.ts'
import { extensionInPublic } from './lints/extension-in-public.ts'
import { extensionVersionsOutdated } from './lints/extension-versions-outdated.ts'
import { fkeyToAuthUnique } from './lints/fkey-to-auth-unique.ts'
import { foreignTableInApi } from './lints/foreign-table-in-api.ts'
import { functionSearchPathMutable } from './lints/function-search-path-mutable.ts'
import {
  graphqlAnonTableExposed,
  graphqlAuthenticatedTableExposed,
} from './lints/graphql-tables-exposed.ts'
import { insecureQueueExposedInApi } from './lints/insecure-queue-exposed-in-api.ts'
import { materializedViewInApi } from './lints/materialized-view-in-api.ts'
import { multiplePermissivePolicies } from './lints/multiple-permissive-policies.ts'
import { noPrimaryKey } from './lints/no-primary-key.ts'
import { policyExistsRlsDisabled } from './lints/policy-exists-rls-disabled.ts'
import { publicBucketAllowsListing } from './lints/public-bucket-allows-listing.ts'
import { rlsDisabledInPublic } from './lints/rls-disabled-in-public.ts'
import { rlsEnabledNoPolicy } from './lints/rls-enabled-no-policy.ts'
import { rlsPolicyAlwaysTrue } from './lints/rls-policy-always-true.ts'
import { rlsReferencesUserMetadata } from './lints/rls-references-user-metadata.ts'
import {
  anonSecurityDefinerFunctionExecutable,
  authenticatedSecurityDefinerFunctionExecutable,
} from './lints/security-definer-function-executable.ts'
import { securityDefinerView } from './lints/security-definer-view.ts'
import { sensitiveColumnsExposed } from './lints/sensitive-columns-exposed.ts'
import { tableBloat } from './lints/table-bloat.ts'
import { unindexedForeignKeys } from './lints/unindexed-foreign-keys.ts'
import { unsupportedRegTypes } from './lints/unsupported-reg-types.ts'
import { unusedIndex } from './lints/unused-index.ts'
import { vulnerablePostgresVersion } from './lints/vulnerable-postgres-version.ts'

/** Every check of the database, in the order of the rules page. */
export const LINTS: readonly Lint[] = [
  authAllowAnonymousSignIns,
  authRlsInitplan,
  authUsersExposed,
  duplicateIndex,
  extensionInPublic,
  extensionVersionsOutdated,
  fkeyToAuthUnique,
  foreignTableInApi,
  functionSearchPathMutable,
  graphqlAnonTableExposed,
  graphqlAuthenticatedTableExposed,
  insecureQueueExposedInApi,
  materializedViewInApi,
  multiplePermissivePolicies,
  noPrimaryKey,
  policyExistsRlsDisabled,
  publicBucketAllowsListing,
  rlsDisabledInPublic,
  rlsEnabledNoPolicy,
  rlsPolicyAlwaysTrue,
  rlsReferencesUserMetadata,
  anonSecurityDefinerFunctionExecutable,
  authenticatedSecurityDefinerFunctionExecutable,
  securityDefinerView,
  sensitiveColumnsExposed,
  tableBloat,
  unindexedForeignKeys,
  unsupportedRegTypes,
  unusedIndex,
  vulnerablePostgresVersion,
]

export const findLint = (name: string): Lint | undefined =>
  LINTS.find(({ rule }) => rule.name === name)
