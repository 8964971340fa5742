/** The part of access that other resources use. */
export { organizationNotFound, type ProjectScope, type Scope } from './access.ts'
export { rowsInReach } from './rows-in-reach.ts'
