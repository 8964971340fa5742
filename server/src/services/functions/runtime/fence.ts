import type { IdRange } from '../../../lib/id-range.ts'
import type { Sandbox } from '../../../lib/sandbox/sandbox.ts'
import { LONE_FUNCTION_IDS } from '../../../postgres/processes/account-ids.ts'

/**
 * Barriers between functions and the machine, besides the permissions that Deno enforces itself.
 */
export type FunctionsFence = {
  /** The ids of their accounts, where the server can give them accounts. */
  readonly ids: IdRange
  /** Undefined if the kernel cannot restrict programs. */
  readonly sandbox: Sandbox | undefined
  /** Makes sure that the rules for their networks are in force, if there are any. */
  readonly check: () => Promise<void>
}

/** Only Deno's own permissions. */
export const noFence: FunctionsFence = {
  ids: LONE_FUNCTION_IDS,
  sandbox: undefined,
  check: async () => {},
}
