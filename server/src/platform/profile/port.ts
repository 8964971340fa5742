/** The part of profiles that other resources use. */
export type { PasswordStrength } from './password-strength.ts'
export { profileNotFound } from './errors.ts'
export { findProfile, insertProfile } from './queries.ts'
export { finishAccountDeletions } from './delete-account.ts'
