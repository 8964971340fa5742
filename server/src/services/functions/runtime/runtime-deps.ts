import type { RateLimiter } from '../../../lib/rate-limit.ts'
import type { DatabaseDoor } from '../database/door.ts'
import type { DatabaseLogin } from '../database/login.ts'
import type { VersionSource } from '../versions/version.ts'
import type { Registries } from './deno.ts'
import type { FunctionFolders } from './function-folders.ts'
import type { RuntimeLimits } from './limits.ts'
import type { FunctionLogs } from './logs.ts'

export type RuntimeDeps = {
  readonly folders: FunctionFolders
  readonly secrets: VersionSource['secrets']
  readonly logs: FunctionLogs
  readonly limits: RuntimeLimits
  /** Whether functions can connect to private addresses. */
  readonly allowsPrivate: boolean
  readonly registries: Registries
  /** Where functions sign in to Postgres, and how. */
  readonly database: { readonly door: () => DatabaseDoor; readonly login: DatabaseLogin }
  /** The organization that a project counts towards. */
  readonly organizationOf: (ref: string) => Promise<string>
  /** Counts calls between functions of the same project. */
  readonly nestedCalls: RateLimiter
  readonly newId: () => string
}
