import { createHash } from 'node:crypto'
import type { Config } from './config.ts'
import { findGaps } from './fence-gaps.ts'
import { openNetworkFence } from '../lib/fence/network-fence.ts'
import { findDeno } from '../lib/find-deno.ts'
import type { Log } from '../lib/log.ts'
import { openSandbox, type Sandbox } from '../lib/sandbox/sandbox.ts'
import type { FenceState } from '../platform/index.ts'
import type { DataFolder } from '../postgres/data-folder/data-folder.ts'
import { CLUSTER_IDS, FUNCTION_IDS } from '../postgres/processes/account-ids.ts'
import { canRunWithoutNetwork } from '../postgres/processes/without-network.ts'
import type { ServicesDeps } from '../services/index.ts'

export type Fence = {
  readonly state: FenceState
  readonly functions: ServicesDeps['fence']
  /** Whether clusters with an account of their own run without a network. */
  readonly withoutNetwork: boolean
  /** Removes the rules of this installation from the kernel. */
  close(): Promise<void>
}

/**
 * Finds out what the kernel of this system can enforce, prepares it, and reports once what it
 * cannot. See `docs/decisions/0029-fences-of-the-kernel.md`.
 */
export async function openFence(
  config: Config,
  { folder, log }: { readonly folder: DataFolder; readonly log: Log },
): Promise<Fence> {
  const { allowsPrivateAddresses: allowsPrivate } = config
  const [network, sandbox, withoutNetwork] = await Promise.all([
    openNetworkFence({
      name: createHash('sha256').update(folder.root).digest('hex').slice(0, 12),
      ids: FUNCTION_IDS,
      closed: CLUSTER_IDS,
      allowsPrivate,
      servers: Object.values(config.functionRegistries).filter((url) => url !== undefined),
      log,
    }),
    sandboxOf(folder, log),
    process.getuid?.() === 0 && canRunWithoutNetwork(CLUSTER_IDS.first),
  ])
  const { ids, obstacle, check, close } = network
  const state: FenceState = {
    get networks() {
      return network.isInForce() && !allowsPrivate
    },
    abstractSockets: sandbox?.restrictsAbstractSockets === true,
    files: sandbox?.restrictsFiles === true,
    gaps: await findGaps({ allowsPrivate, obstacle, sandbox, withoutNetwork }),
  }
  const { gaps, ...fence } = state
  log.info({ fence }, 'What the kernel enforces for functions of projects.')
  for (const { message, hint } of gaps) log.warn({ hint }, message)
  return { state, functions: { ids, sandbox, check }, withoutNetwork, close }
}

function sandboxOf({ root, projects, sockets }: DataFolder, log: Log) {
  let deno: string
  try {
    deno = findDeno()
  } catch {
    // Without Deno there are no functions.
    return Promise.resolve<Sandbox | undefined>(undefined)
  }
  return openSandbox(deno, { closed: [root, projects, sockets], log })
}
