import type { AlertRecords } from '../../project/alert-records.ts'
import type { Member } from '../../project/member.ts'
import { recipientUnknown } from './errors.ts'

/** The account of a member; null for the operator credential. */
export const authorOf = (member: Member): string | null =>
  member.kind === 'person' ? member.userId : null

/** Mail only goes to members, so that a project cannot send mail to strangers. */
export async function requireMembers(
  { records }: { readonly records: () => AlertRecords },
  ref: string,
  emails: readonly string[],
): Promise<void> {
  if (emails.length === 0) return
  const members = new Set(await records().people.emails(ref, 'members'))
  const unknown = emails.find((email) => !members.has(email))
  if (unknown !== undefined) throw recipientUnknown(unknown)
}
