import * as managed from '@stoa/contract/platform/managed-network'
import * as endpoints from '@stoa/contract/platform/network-access'
import { networkOf } from '../../lib/network-of.ts'
import { plainAddress } from '../../lib/networks.ts'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { liftBans, listBans } from './bans.ts'
import { changeAccess, changeNetworks } from './change-access.ts'
import {
  patchNetworks,
  replaceNetworks,
  toManagedEnforcement,
  toManagedRestrictions,
  toManagedRestrictionsV2,
} from './managed.ts'

const { networkAccess } = endpoints

/** Who can connect to a project's database over the network: for the dashboard, and for tools. */
export const networkAccessRoutes = (context: Context): readonly Route[] => [
  ...memberRoutes(context),
  ...managedRoutes(context),
]

const memberRoutes = (context: Context): readonly Route[] => {
  const { actorOf, fleet } = context
  const { projectOf } = context.access
  return [
    route(networkAccess.read).to(async ({ request }) =>
      (await fleet.settings(projectOf(request).ref)).of(networkAccess),
    ),
    route(networkAccess.update).to(({ request, body }) =>
      changeAccess(context, actorOf(request), { scope: projectOf(request), change: body }),
    ),
    route(endpoints.readNetworkFacts).to(async ({ request }) => ({
      your_address: plainAddress(request.ip),
      certificate: (await context.databaseCertificate?.()) ?? null,
    })),
    route(endpoints.listNetworkBans).to(({ request }) => listBans(context, projectOf(request).ref)),
    route(endpoints.liftNetworkBans).to(({ request, body }) =>
      liftBans(context, actorOf(request), {
        scope: projectOf(request),
        addresses: body.addresses,
      }),
    ),
  ]
}

const managedRoutes = (context: Context): readonly Route[] => {
  const { actorOf, fleet } = context
  const { projectOf } = context.access
  const read = async (ref: string) => (await fleet.settings(ref)).of(networkAccess)
  return [
    route(managed.readManagedRestrictions).to(async ({ request }) =>
      toManagedRestrictions(await read(projectOf(request).ref)),
    ),
    route(managed.patchManagedRestrictions).to(async ({ request, body }) =>
      toManagedRestrictionsV2(
        await changeNetworks(context, actorOf(request), {
          scope: projectOf(request),
          toNext: (current) => patchNetworks(current, body),
        }),
      ),
    ),
    route(managed.applyManagedRestrictions).to(async ({ request, body }) =>
      toManagedRestrictions(
        await changeNetworks(context, actorOf(request), {
          scope: projectOf(request),
          toNext: (current) => replaceNetworks(current, body),
        }),
      ),
    ),
    route(managed.readManagedEnforcement).to(async ({ request }) =>
      toManagedEnforcement(await read(projectOf(request).ref)),
    ),
    route(managed.updateManagedEnforcement).to(async ({ request, body }) => {
      const scope = projectOf(request)
      const change = { require_tls: body.requestedConfig.database }
      return toManagedEnforcement(await changeAccess(context, actorOf(request), { scope, change }))
    }),
    route(managed.retrieveManagedBans).to(({ request }) => ({
      banned_ipv4_addresses: listBans(context, projectOf(request).ref).map(
        ({ address }) => address,
      ),
    })),
    route(managed.retrieveEnrichedManagedBans).to(({ request }) => {
      const { ref } = projectOf(request)
      return {
        banned_ipv4_addresses: listBans(context, ref).map(({ address }) => ({
          banned_address: address,
          identifier: ref,
          type: 'database',
        })),
      }
    }),
    route(managed.removeManagedBans).to(async ({ request, body }) => {
      const own = body.requester_ip === true ? [networkOf(request.ip)] : []
      await liftBans(context, actorOf(request), {
        scope: projectOf(request),
        addresses: [...body.ipv4_addresses, ...own],
      })
      return {}
    }),
  ]
}
