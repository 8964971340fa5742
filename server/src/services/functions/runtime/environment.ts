import type { Project } from '../../../project/project.ts'
import { deploymentId, type FunctionVersion } from '../versions/version.ts'

/** The region of every function: there is one machine. */
export const REGION = 'local'

/** The environment variables of a function, as on Supabase. A secret cannot replace one of them. */
export function functionEnvironment(options: {
  readonly project: Project
  readonly version: FunctionVersion
  readonly executionId: string
  readonly secrets: Readonly<Record<string, string>>
  /** Undefined if functions cannot sign in to the database. */
  readonly databaseUrl: string | undefined
}): Readonly<Record<string, string>> {
  const { project, version, secrets, databaseUrl } = options
  const { keys, ref } = project
  return {
    ...secrets,
    SUPABASE_URL: project.apiUrl,
    ...(databaseUrl !== undefined && { SUPABASE_DB_URL: databaseUrl }),
    // Clients accept an opaque key wherever they accept a legacy one.
    SUPABASE_ANON_KEY: keys.areLegacyKeysEnabled ? keys.anonKey : keys.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.areLegacyKeysEnabled ? keys.serviceRoleKey : keys.secretKey,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
    SUPABASE_JWKS: JSON.stringify({ keys: keys.jwks }),
    SB_REGION: REGION,
    SB_EXECUTION_ID: options.executionId,
    DENO_DEPLOYMENT_ID: deploymentId(ref, version),
  }
}
