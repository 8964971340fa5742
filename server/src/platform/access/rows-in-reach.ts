import type { Member } from '../../project/member.ts'

/**
 * Reads the rows that a member may see: the person's own, every row for the operator credential, and
 * none for a caller who is not signed in.
 */
export async function rowsInReach<Row>(
  member: Member,
  read: {
    readonly every: () => Promise<Row[]>
    readonly ofPerson: (userId: string) => Promise<Row[]>
  },
): Promise<Row[]> {
  switch (member.kind) {
    case 'nobody':
      return []
    case 'operator_credential':
      return read.every()
    case 'person':
      return read.ofPerson(member.userId)
  }
}
