import { createHash } from 'node:crypto'
import type { AuthSettings } from '@stoa/contract/services/auth/settings'
import type { AuthContext } from '../context.ts'
import { authError, validationFailed } from '../errors.ts'

/** bcrypt reads only this many bytes of a password and silently ignores the rest. */
const MAX_BYTES = 72
const BREACHES = 'https://api.pwnedpasswords.com/range'
const BREACHES_TIMEOUT_MS = 3000
const BREACHES_MAX_BYTES = 1024 * 1024

/**
 * Checks a new password against the project's rules and, if that is enabled, against known data
 * breaches; 422 `weak_password` with GoTrue's reasons.
 */
export async function checkNewPassword(
  context: Pick<AuthContext, 'outgoing' | 'project' | 'settings'>,
  password: string,
): Promise<void> {
  checkPasswordStrength(password, context.settings)
  if (!context.settings.password_hibp_enabled || !(await isBreached(context, password))) return
  throw authError(
    422,
    'weak_password',
    'Password is known to be weak and easy to guess, please choose a different one.',
    { details: ['pwned'] },
  )
}

/** Only the start of the password's digest is sent, which thousands of passwords share. */
async function isBreached(
  context: Pick<AuthContext, 'outgoing' | 'project'>,
  password: string,
): Promise<boolean> {
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const { status, body } = await context.outgoing.request({
      url: `${BREACHES}/${digest.slice(0, 5)}`,
      method: 'GET',
      headers: { 'add-padding': 'true' },
      timeoutMs: BREACHES_TIMEOUT_MS,
      maxBytes: BREACHES_MAX_BYTES,
    })
    if (status !== 200)
      throw new Error(`The list of leaked passwords responded with status ${status}`)
    return body.split('\n').some((line) => {
      const [rest, count] = line.trim().split(':')
      // Padding has the count 0.
      return rest === digest.slice(5) && count !== '0'
    })
  } catch (error) {
    // Sign-ups continue without the list.
    context.project
      .log('auth')
      .warn({ err: error }, 'Could not check a password against the list of leaked passwords')
    return false
  }
}

/** The rules of the project that a password does not meet, in GoTrue's words. */
export type Weakness = { readonly reasons: readonly string[]; readonly message: string }

/** 400 `validation_failed` beyond bcrypt's limit; 422 `weak_password` with GoTrue's reasons. */
function checkPasswordStrength(password: string, settings: AuthSettings) {
  if (Buffer.byteLength(password) > MAX_BYTES)
    throw validationFailed(`Password cannot be longer than ${MAX_BYTES} characters`)
  const weakness = findWeakness(password, settings)
  if (weakness)
    throw authError(422, 'weak_password', weakness.message, { details: weakness.reasons })
}

/** Compares a password with the project's present rules; undefined if it meets them. */
export function findWeakness(password: string, settings: AuthSettings): Weakness | undefined {
  const reasons: string[] = []
  const messages: string[] = []
  if (password.length < settings.password_min_length) {
    reasons.push('length')
    messages.push(`Password should be at least ${settings.password_min_length} characters.`)
  }
  const groups = settings.password_required_characters.split(':').filter((group) => group !== '')
  if (
    groups.some((group) => !Array.from(group).some((character) => password.includes(character)))
  ) {
    reasons.push('characters')
    messages.push(`Password should contain at least one character of each: ${groups.join(', ')}.`)
  }
  return reasons.length === 0 ? undefined : { reasons, message: messages.join(' ') }
}
