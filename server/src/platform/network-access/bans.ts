import type { NetworkBan } from '@stoa/contract/platform/network-access'
import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { forgetBans } from './kept-bans.ts'

export const listBans = ({ clientBans }: Pick<Context, 'clientBans'>, ref: string): NetworkBan[] =>
  clientBans.list(ref).map(({ network, failures, until }) => ({
    address: network,
    failures,
    banned_until: until.toISOString(),
  }))

/** Ends bans of a project, and returns those that remain. */
export async function liftBans(
  { session, clientBans }: Pick<Context, 'clientBans' | 'session'>,
  actor: Actor,
  { scope, addresses }: { scope: ProjectScope; addresses: readonly string[] },
): Promise<NetworkBan[]> {
  const { ref } = scope
  const banned = new Set(clientBans.list(ref).map(({ network }) => network))
  const lifted = addresses.filter((address) => banned.has(address))
  if (lifted.length > 0) {
    await session.transaction(async (tx) => {
      await audit(tx, actor, {
        action: 'project.lift_network_bans',
        on: scope,
        metadata: { addresses: lifted.join(',').slice(0, MAX_AUDITED_CHARACTERS) },
      })
      await forgetBans(tx, { projectId: scope.projectId, networks: lifted })
    })
    clientBans.lift(ref, lifted)
  }
  return listBans({ clientBans }, ref)
}

const MAX_AUDITED_CHARACTERS = 2000
