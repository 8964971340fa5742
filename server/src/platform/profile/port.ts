/** What other resources use of profiles. */
export type { PasswordStrength } from './password-strength.ts'
export { insertProfile } from './queries.ts'
