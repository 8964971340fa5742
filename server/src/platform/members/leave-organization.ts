import type { Scope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { lockOrganization } from '../organizations/port.ts'
import { personOf } from '../person.ts'
import { keepAnOwner, memberNotFound } from './guard-owners.ts'
import { deleteMember, findMember } from './queries.ts'

/** Removes the caller from the organization, whatever their role; 409 `last_owner` for its last owner. */
export async function leaveOrganization(
  { session, access }: Pick<Context, 'access' | 'session'>,
  actor: Actor,
  scope: Scope,
): Promise<Record<string, never>> {
  const { userId } = personOf(actor.member)
  await session.transaction(async (tx) => {
    await lockOrganization(tx, scope.organizationId)
    const member = await findMember(tx, scope.organizationId, userId)
    if (!member) throw memberNotFound()
    if (member.role === 'owner') await keepAnOwner(tx, scope.organizationId)
    await deleteMember(tx, scope.organizationId, userId)
    await audit(tx, actor, {
      action: 'member.leave',
      on: scope,
      target: userId,
      metadata: { role: member.role },
    })
  })
  access.forget()
  return {}
}
