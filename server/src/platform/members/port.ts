/** What other resources use of members and invitations. */
export { listMembers } from './list-members.ts'
export { hasValidInvitation } from './invitation-queries.ts'
