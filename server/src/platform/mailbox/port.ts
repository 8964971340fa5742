/** The part of the mailbox that other resources use. */
export { PLATFORM_MAIL } from './mailbox.ts'
export { deleteMails } from './queries.ts'
