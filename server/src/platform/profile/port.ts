/** What other resources use of profiles. */
export type { PasswordStrength } from './password-strength.ts'
export { profileNotFound } from './errors.ts'
export { findProfile, insertProfile } from './queries.ts'
