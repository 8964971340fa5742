import type { Member as MemberRecord } from '@stoa/contract/platform/members'
import type { Member } from '../../project/member.ts'
import type { Scope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { listMemberRows, type MemberRow } from './queries.ts'

/** An organization's members, sorted by address. */
export async function listMembers(
  { session }: Pick<Context, 'session'>,
  member: Member,
  scope: Scope,
): Promise<MemberRecord[]> {
  const rows = await listMemberRows(session, scope.organizationId)
  return rows.map((row) => toMemberRecord(row, member))
}

export const toMemberRecord = (row: MemberRow, member: Member): MemberRecord => ({
  ...row,
  is_self: member.kind === 'person' && row.user_id === member.userId,
})
