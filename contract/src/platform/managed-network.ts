import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { BannedAddresses, MAX_ALLOWED_NETWORKS } from './network-access.ts'

/** The Management API's operations of network restrictions, TLS and bans, in its own shapes. */

const byRef = z.object({ ref: z.string() })

const V4List = z.array(z.cidrv4()).max(MAX_ALLOWED_NETWORKS)
const V6List = z.array(z.cidrv6()).max(MAX_ALLOWED_NETWORKS)

/** The networks of a request. The official command line sends both lists. */
export const ManagedNetworks = z.object({
  dbAllowedCidrs: V4List.optional(),
  dbAllowedCidrsV6: V6List.optional(),
})
export type ManagedNetworks = z.infer<typeof ManagedNetworks>

const Applied = { entitlement: z.literal('allowed'), status: z.literal('applied') }

const ManagedRestrictions = z.object({
  ...Applied,
  config: z.object({
    dbAllowedCidrs: z.array(z.string()),
    dbAllowedCidrsV6: z.array(z.string()),
  }),
})
export type ManagedRestrictions = z.infer<typeof ManagedRestrictions>

const ManagedRestrictionsV2 = z.object({
  ...Applied,
  config: z.object({
    dbAllowedCidrs: z.array(z.object({ address: z.string(), type: z.enum(['v4', 'v6']) })),
  }),
})
export type ManagedRestrictionsV2 = z.infer<typeof ManagedRestrictionsV2>

export const readManagedRestrictions = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/network-restrictions',
  access: 'project:read',
  params: byRef,
  response: ManagedRestrictions,
})

/** Adds and removes networks. A network that is in both lists is removed. */
export const patchManagedRestrictions = endpoint({
  method: 'PATCH',
  path: '/v1/projects/{ref}/network-restrictions',
  access: 'project:update',
  params: byRef,
  body: z.object({ add: ManagedNetworks.optional(), remove: ManagedNetworks.optional() }),
  response: ManagedRestrictionsV2,
})

/** Replaces the networks. Those of a missing list remain. */
export const applyManagedRestrictions = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/network-restrictions/apply',
  access: 'project:update',
  params: byRef,
  body: ManagedNetworks,
  response: ManagedRestrictions,
  status: 201,
})

const Enforcement = z.object({ database: z.boolean() })

export const ManagedEnforcement = z.object({
  currentConfig: Enforcement,
  appliedSuccessfully: z.boolean(),
})
export type ManagedEnforcement = z.infer<typeof ManagedEnforcement>

export const readManagedEnforcement = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/ssl-enforcement',
  access: 'project:read',
  params: byRef,
  response: ManagedEnforcement,
})

export const updateManagedEnforcement = endpoint({
  method: 'PUT',
  path: '/v1/projects/{ref}/ssl-enforcement',
  access: 'project:update',
  params: byRef,
  body: z.object({ requestedConfig: Enforcement }),
  response: ManagedEnforcement,
})

export const retrieveManagedBans = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/network-bans/retrieve',
  access: 'project:read',
  params: byRef,
  response: z.object({ banned_ipv4_addresses: z.array(z.string()) }),
  status: 201,
})

export const retrieveEnrichedManagedBans = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/network-bans/retrieve/enriched',
  access: 'project:read',
  params: byRef,
  response: z.object({
    banned_ipv4_addresses: z.array(
      z.object({ banned_address: z.string(), identifier: z.string(), type: z.string() }),
    ),
  }),
  status: 201,
})

/** Ends bans, and that of the caller with `requester_ip`. */
export const removeManagedBans = endpoint({
  method: 'DELETE',
  path: '/v1/projects/{ref}/network-bans',
  access: 'project:update',
  params: byRef,
  body: z.object({
    ipv4_addresses: BannedAddresses,
    requester_ip: z.boolean().optional(),
    identifier: z.string().max(64).optional(),
  }),
  response: z.object({}),
})
