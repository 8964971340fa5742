import type { Role } from '../platform/permissions.ts'

/** The name of each role as people read it: on pages, in mails and in notifications. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  administrator: 'Administrator',
  developer: 'Developer',
  read_only: 'Read-only',
}
