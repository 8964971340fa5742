/** The part of members and invitations that other resources use. */
export { listMembers } from './list-members.ts'
export { findInvitation, useProof } from './invitation-queries.ts'
export { lastOwnerOf } from './guard-owners.ts'
