import { readAbstractSockets } from '../lib/fence/abstract-sockets.ts'
import type { FenceObstacle } from '../lib/fence/network-fence.ts'
import type { Sandbox } from '../lib/sandbox/sandbox.ts'
import type { FenceState } from '../platform/index.ts'

type FenceParts = {
  readonly allowsPrivate: boolean
  readonly obstacle: FenceObstacle | undefined
  readonly sandbox: Pick<Sandbox, 'restrictsFiles' | 'restrictsAbstractSockets'> | undefined
  readonly withoutNetwork: boolean
  /** The abstract Unix sockets of this machine; by default, those that the kernel lists. */
  readonly readSockets?: () => Promise<readonly string[]>
}

const NETWORKS: Readonly<Record<FenceObstacle, string>> = {
  system: 'Run projects of people who do not trust each other on Linux.',
  account: 'Start Stoa as root if its projects belong to people who do not trust each other.',
  program: 'Install nft, on Debian and Ubuntu with "apt-get install nftables", and restart Stoa.',
  rights: 'Use a kernel with nftables; in a container, add the capability NET_ADMIN. Restart Stoa.',
}
const ACCOUNT: FenceObstacle = 'account'

/**
 * Describes what the kernel cannot enforce on this system, and what an operator can do about it.
 */
export async function findGaps({
  allowsPrivate,
  obstacle,
  sandbox,
  withoutNetwork,
  readSockets = readAbstractSockets,
}: FenceParts): Promise<FenceState['gaps']> {
  const gaps: { message: string; hint: string }[] = []
  if (allowsPrivate)
    gaps.push({
      message: 'Functions can connect to private networks, because the operator allows them to.',
      hint: 'Set STOA_ALLOW_PRIVATE_ADDRESSES=off if projects do not need such servers.',
    })
  else if (obstacle)
    gaps.push({
      message: 'The kernel does not keep functions from private networks; only Deno does.',
      hint: NETWORKS[obstacle],
    })
  if (obstacle === 'system') return gaps
  if (sandbox?.restrictsFiles !== true)
    gaps.push({
      message: 'The kernel does not keep functions from readable files; only Deno does.',
      hint: 'Use Linux 6.2 or newer with Landlock, and a data folder outside of /usr and /etc.',
    })
  const areFunctionsOpen = sandbox?.restrictsAbstractSockets !== true
  const areClustersOpen = !withoutNetwork && obstacle !== ACCOUNT
  const sockets = areFunctionsOpen || areClustersOpen ? await readSockets() : []
  if (sockets.length === 0) return gaps
  const names = sockets.join(', ')
  if (areFunctionsOpen)
    gaps.push({
      message: `Functions can connect to abstract Unix sockets of this machine: ${names}.`,
      hint: 'Use Linux 6.12 or newer with Landlock, or stop the programs that listen there.',
    })
  if (areClustersOpen)
    gaps.push({
      message: `Databases could be used to connect to abstract Unix sockets: ${names}.`,
      hint: 'Install util-linux; in a container, add the capability SYS_ADMIN. Restart Stoa.',
    })
  return gaps
}
