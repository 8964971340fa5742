/** The part of access that other resources use. */
export { organizationNotFound, projectNotFound, type ProjectScope, type Scope } from './access.ts'
export { rowsInReach } from './rows-in-reach.ts'
