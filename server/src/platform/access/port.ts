/** What other resources use of access. */
export { organizationNotFound, projectNotFound, type ProjectScope, type Scope } from './access.ts'
export { rowsInReach } from './rows-in-reach.ts'
