import type { MemberRole } from '../../../postgres/database.ts'

/** The role that a run of SQL text uses, and whether it can write. */
export type RunRights = { readonly role: MemberRole; readonly isReadOnly: boolean }

export const WRITER: RunRights = { role: 'postgres', isReadOnly: false }
/** For members without the permission `database:write`. */
export const READER: RunRights = { role: 'supabase_read_only_user', isReadOnly: true }
