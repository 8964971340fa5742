/** What other resources use of members and invitations. */
export { hasValidInvitation } from './invitation-queries.ts'
