/** The part of notifications that other resources use: the texts, and their recipients. */
export {
  invitationAccepted,
  invoiceOverdue,
  logDrainPaused,
  memberRemoved,
  memberRoleChanged,
  projectPausedForInactivity,
  projectRemoved,
  projectWillBePaused,
  restrictionChanged,
} from './notes.ts'
export { BUILDERS, MANAGERS, notifyPerson, notifyRoles } from './notify.ts'
