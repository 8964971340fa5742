/** What other resources use of members and invitations. */
export { listMembers } from './list-members.ts'
export { findInvitation, useProof } from './invitation-queries.ts'
