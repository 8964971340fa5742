import type { Role } from '@stoa/contract/platform/permissions'
import type { Session } from '../../postgres/database.ts'
import type { Note } from './notes.ts'
import { findOrganizationName, insertForPerson, insertForRoles } from './queries.ts'

export type NoteOf = (organization: { readonly slug: string; readonly name: string }) => Note

/** The roles that manage the organization itself, and the roles that work on its projects. */
export const MANAGERS: readonly Role[] = ['owner', 'administrator']
export const BUILDERS: readonly Role[] = ['owner', 'administrator', 'developer']

/** Notifies the members with these roles, in the transaction of the event. */
export async function notifyRoles(
  tx: Session,
  to: {
    readonly organizationId: number
    readonly roles: readonly Role[]
    /** The person who caused it needs no notification. */
    readonly except: string | null
  },
  { at, note }: { at: Date; note: NoteOf },
): Promise<void> {
  const organization = await findOrganizationName(tx, to.organizationId)
  await insertForRoles(tx, to, { ...note(organization), at })
}

/** Notifies one person, unless they caused it. */
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
