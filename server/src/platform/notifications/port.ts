/** What other resources use of notifications: the words, and who receives them. */
export {
  invitationAccepted,
  invoiceOverdue,
  memberRemoved,
  memberRoleChanged,
  projectRemoved,
  restrictionChanged,
} from './notes.ts'
export { BUILDERS, MANAGERS, notifyPerson, notifyRoles } from './notify.ts'
