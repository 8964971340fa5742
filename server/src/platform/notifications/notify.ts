import type { Role } from '@stoa/contract/platform/permissions'
import type { Session } from '../../postgres/database.ts'
import type { Note } from './notes.ts'
import { findOrganizationName, insertForPerson, insertForRoles } from './queries.ts'

export type NoteOf = (organization: { readonly slug: string; readonly name: string }) => Note

/** Who settles what concerns the organization itself, and who works on its projects. */
export const MANAGERS: readonly Role[] = ['owner', 'administrator']
export const BUILDERS: readonly Role[] = ['owner', 'administrator', 'developer']

/** Tells the members of these roles, within the transaction of what has happened. */
export async function notifyRoles(
  tx: Session,
  to: {
    readonly organizationId: number
    readonly roles: readonly Role[]
    /** Whoever did it knows already. */
    readonly except: string | null
  },
  { at, note }: { at: Date; note: NoteOf },
): Promise<void> {
  const organization = await findOrganizationName(tx, to.organizationId)
  await insertForRoles(tx, to, { ...note(organization), at })
}

/** Tells one person, unless they did it themselves. */
export async function notifyPerson(
  tx: Session,
  to: {
    readonly organizationId: number
    readonly userId: string
    readonly except: string | null
  },
  { at, note }: { at: Date; note: NoteOf },
): Promise<void> {
  if (to.userId === to.except) return
  const organization = await findOrganizationName(tx, to.organizationId)
  await insertForPerson(tx, to.userId, { ...note(organization), at })
}
