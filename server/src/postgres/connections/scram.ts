import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** Postgres's own default. */
export const USUAL_ITERATIONS = 4096

/**
 * The verifier that Postgres stores in place of a password (RFC 5803, SCRAM-SHA-256). Passing it to
 * `alter role … password` keeps the password itself out of statements and logs. Iterations slow
 * down guessing: a random password of 256 bits needs one, a person's password the usual number.
 * Only for passwords of printable ASCII: others need SASLprep, which Postgres does itself when it
 * is given the password.
 */
export function scramVerifier(password: string, iterations: number): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const mac = (label: string) => createHmac('sha256', salted).update(label).digest()
  const storedKey = createHash('sha256').update(mac('Client Key')).digest('base64')
  const serverKey = mac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}

export const isPrintableAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)
