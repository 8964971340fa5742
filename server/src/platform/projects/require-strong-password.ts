import { AppError } from '../../lib/errors.ts'
import type { PasswordStrength } from '../profile/port.ts'

const REQUIRED_SCORE = 4

/** Refuses a database password below strength 4 with 400 `weak_password`; `details` says how to improve it. */
export async function requireStrongPassword(
  strength: PasswordStrength,
  password: string,
): Promise<void> {
  const result = await strength.check(password)
  if (result.score >= REQUIRED_SCORE) return
  throw new AppError(
    'weak_password',
    `${result.feedback.warning} You need a stronger password.`.trim(),
    { status: 400, hint: result.feedback.suggestions.join(' '), details: result },
  )
}
