import type {
  ManagedEnforcement,
  ManagedNetworks,
  ManagedRestrictions,
  ManagedRestrictionsV2,
} from '@stoa/contract/platform/managed-network'
import type { NetworkAccess } from '@stoa/contract/platform/network-access'

/** The rules of a project in the shapes of the Management API. */

const isV6 = (network: string) => network.includes(':')

const APPLIED = { entitlement: 'allowed', status: 'applied' } as const

export const toManagedRestrictions = ({
  allowed_networks,
}: NetworkAccess): ManagedRestrictions => ({
  ...APPLIED,
  config: {
    dbAllowedCidrs: allowed_networks.filter((network) => !isV6(network)),
    dbAllowedCidrsV6: allowed_networks.filter(isV6),
  },
})

export const toManagedRestrictionsV2 = ({
  allowed_networks,
}: NetworkAccess): ManagedRestrictionsV2 => ({
  ...APPLIED,
  config: {
    dbAllowedCidrs: allowed_networks.map((address) => ({
      address,
      type: isV6(address) ? 'v6' : 'v4',
    })),
  },
})

export const toManagedEnforcement = ({ require_tls }: NetworkAccess): ManagedEnforcement => ({
  currentConfig: { database: require_tls },
  appliedSuccessfully: true,
})

/** The networks after a replacement. Those of a missing list remain. */
export const replaceNetworks = (
  current: readonly string[],
  { dbAllowedCidrs, dbAllowedCidrsV6 }: ManagedNetworks,
): string[] => [
  ...(dbAllowedCidrs ?? current.filter((network) => !isV6(network))),
  ...(dbAllowedCidrsV6 ?? current.filter(isV6)),
]

/** The networks after an addition and a removal. */
export function patchNetworks(
  current: readonly string[],
  { add, remove }: { add?: ManagedNetworks | undefined; remove?: ManagedNetworks | undefined },
): string[] {
  const removed = new Set(listOf(remove))
  return [...current, ...listOf(add)].filter((network) => !removed.has(network))
}

const listOf = ({ dbAllowedCidrs = [], dbAllowedCidrsV6 = [] }: ManagedNetworks = {}) => [
  ...dbAllowedCidrs,
  ...dbAllowedCidrsV6,
]
