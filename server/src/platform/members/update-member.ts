import type { Member as MemberRecord } from '@stoa/contract/platform/members'
import type { Role } from '@stoa/contract/platform/permissions'
import type { Scope } from '../access/port.ts'
import { accountIdOf, audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { memberRoleChanged, notifyPerson } from '../notifications/port.ts'
import { lockOrganization } from '../organizations/port.ts'
import { keepAnOwner, memberNotFound, requireReach } from './guard-owners.ts'
import { toMemberRecord } from './list-members.ts'
import { findMember, setRole } from './queries.ts'

/** Changes a member's role; 409 `last_owner` for the role of the last owner. */
export async function updateMember(
  { session, access }: Pick<Context, 'access' | 'session'>,
  actor: Actor,
  input: { scope: Scope; userId: string; role: Role },
): Promise<MemberRecord> {
  const { scope, userId, role } = input
  const changed = await session.transaction(async (tx) => {
    // Two owners who step down at the same time must not both see the other as an owner.
    await lockOrganization(tx, scope.organizationId)
    const member = await findMember(tx, scope.organizationId, userId)
    if (!member) throw memberNotFound()
    requireReach(scope.standing, member.role)
    requireReach(scope.standing, role)
    if (member.role === 'owner' && role !== 'owner') await keepAnOwner(tx, scope.organizationId)
    await setRole(tx, scope.organizationId, userId, role)
    await audit(tx, actor, {
      action: 'member.update',
      on: scope,
      target: userId,
      metadata: { from: member.role, to: role },
    })
    if (member.role !== role)
      await notifyPerson(
        tx,
        { organizationId: scope.organizationId, userId, except: accountIdOf(actor) },
        { at: actor.at, note: memberRoleChanged(member.role, role) },
      )
    return { ...member, role }
  })
  access.forget()
  return toMemberRecord(changed, actor.member)
}
