import { createHash } from 'node:crypto'
import type { Config } from './config.ts'
import { readAbstractSockets } from '../lib/fence/abstract-sockets.ts'
import {
  openNetworkFence,
  type FenceObstacle,
  type NetworkFence,
} from '../lib/fence/network-fence.ts'
import { findDeno } from '../lib/find-deno.ts'
import type { Log } from '../lib/log.ts'
import { openSandbox, type Sandbox } from '../lib/sandbox/sandbox.ts'
import type { DataFolder } from '../postgres/data-folder/data-folder.ts'
import { CLUSTER_IDS, FUNCTION_IDS } from '../postgres/processes/account-ids.ts'
import { canRunWithoutNetwork } from '../postgres/processes/without-network.ts'
import type { ServicesDeps } from '../services/index.ts'

/** What the kernel enforces for the processes that run the code of tenants. */
export type FenceState = {
  /** Functions reach no private networks, and clusters no networks. */
  readonly networks: boolean
  /** Neither reaches the abstract Unix sockets of this machine. */
  readonly abstractSockets: boolean
  /** Functions reach no files but their own and some of the system. */
  readonly files: boolean
}

export type Fence = {
  readonly state: FenceState
  readonly functions: ServicesDeps['fence']
  /** Whether clusters with an account of their own run without a network. */
  readonly withoutNetwork: boolean
  /** Removes the rules of this installation from the kernel. */
  close(): Promise<void>
}

/**
 * Finds out what the kernel of this system can enforce, prepares it, and says once what it cannot.
 * See `docs/decisions/0029-fences-of-the-kernel.md`.
 */
export async function openFence(
  config: Config,
  { folder, log }: { readonly folder: DataFolder; readonly log: Log },
): Promise<Fence> {
  const [network, sandbox, withoutNetwork] = await Promise.all([
    openNetworkFence({
      name: createHash('sha256').update(folder.root).digest('hex').slice(0, 12),
      ids: FUNCTION_IDS,
      closed: CLUSTER_IDS,
      allowsPrivate: config.allowsPrivateAddresses,
      servers: Object.values(config.functionRegistries).filter((url) => url !== undefined),
      log,
    }),
    sandboxOf(folder, log),
    process.getuid?.() === 0 && canRunWithoutNetwork(CLUSTER_IDS.first),
  ])
  const state: FenceState = {
    networks: network.obstacle === undefined,
    abstractSockets: sandbox?.restrictsAbstractSockets === true && withoutNetwork,
    files: sandbox?.restrictsFiles === true,
  }
  log.info({ fence: state }, 'What the kernel enforces for functions and databases of projects.')
  await warn(log, { network, sandbox, withoutNetwork })
  return {
    state,
    functions: { ids: network.ids, sandbox, check: network.check },
    withoutNetwork,
    close: network.close,
  }
}

function sandboxOf(folder: DataFolder, log: Log): Promise<Sandbox | undefined> {
  const closed = [folder.root, folder.projects, folder.sockets]
  try {
    return openSandbox(findDeno(), { closed, log })
  } catch {
    // Without Deno there are no functions.
    return Promise.resolve(undefined)
  }
}

const NETWORKS: Readonly<Record<FenceObstacle, string>> = {
  system: 'Run projects of people who do not trust each other on Linux.',
  account: 'Start Stoa as root if its projects belong to people who do not trust each other.',
  program: 'Install nft ("apt-get install nftables") and restart Stoa.',
  rights: 'Use a kernel with nftables and, in a container, add the capability NET_ADMIN.',
}

type Found = {
  readonly network: NetworkFence
  readonly sandbox: Sandbox | undefined
  readonly withoutNetwork: boolean
}

async function warn(log: Log, { network, sandbox, withoutNetwork }: Found): Promise<void> {
  if (network.obstacle)
    log.warn(
      { hint: NETWORKS[network.obstacle] },
      'Only Deno keeps functions from private networks; the kernel does not.',
    )
  if (process.platform !== 'linux') return
  if (sandbox?.restrictsFiles !== true)
    log.warn(
      { hint: 'Use Linux 6.2 or newer with Landlock, and a data folder outside of /usr and /etc.' },
      'Only Deno keeps functions from files of this machine that their account can read.',
    )
  const sockets =
    sandbox?.restrictsAbstractSockets === true && withoutNetwork ? [] : await readAbstractSockets()
  if (sockets.length === 0) return
  const hint = 'Use Linux 6.12 or newer with Landlock, or stop the services that listen there.'
  if (sandbox?.restrictsAbstractSockets !== true)
    log.warn({ sockets, hint }, 'Functions can connect to abstract Unix sockets of this machine.')
  else if (process.getuid?.() === 0)
    log.warn(
      { sockets, hint: 'Allow the server to make network namespaces (the capability SYS_ADMIN).' },
      'Databases that were taken over could connect to abstract Unix sockets of this machine.',
    )
}
