/** What other resources use of the mailbox. */
export { PLATFORM_MAIL } from './mailbox.ts'
export { deleteMails } from './queries.ts'
