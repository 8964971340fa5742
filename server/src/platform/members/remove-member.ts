import type { Scope } from '../access/port.ts'
import { accountIdOf, audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { memberRemoved, notifyPerson } from '../notifications/port.ts'
import { lockOrganization } from '../organizations/port.ts'
import { keepAnOwner, memberNotFound, requireReach } from './guard-owners.ts'
import { deleteMember, findMember } from './queries.ts'

/** Removes a member from the organization; 409 `last_owner` for the last owner. */
export async function removeMember(
  { session, access }: Pick<Context, 'access' | 'session'>,
  actor: Actor,
  input: { scope: Scope; userId: string },
): Promise<Record<string, never>> {
  const { scope, userId } = input
  await session.transaction(async (tx) => {
    await lockOrganization(tx, scope.organizationId)
    const member = await findMember(tx, scope.organizationId, userId)
    if (!member) throw memberNotFound()
    requireReach(scope.standing, member.role)
    if (member.role === 'owner') await keepAnOwner(tx, scope.organizationId)
    await deleteMember(tx, scope.organizationId, userId)
    await audit(tx, actor, {
      action: 'member.remove',
      on: scope,
      target: userId,
      metadata: { role: member.role },
    })
    await notifyPerson(
      tx,
      { organizationId: scope.organizationId, userId, except: accountIdOf(actor) },
      { at: actor.at, note: memberRemoved() },
    )
  })
  access.forget()
  return {}
}
