import { z } from 'zod'
import { validationFailed } from '../errors.ts'

const MAX_LENGTH = 255
const Address = z.email({ pattern: z.regexes.html5Email })

/** Validates an email address and lowercases it; 400 `validation_failed` if it is invalid. */
export function normalizeEmail(given: string): string {
  if (given === '') throw validationFailed('An email address is required')
  if (given.length > MAX_LENGTH)
    throw validationFailed('An email address should not be longer than 255 characters')
  const parsed = Address.safeParse(given.trim().toLowerCase())
  if (!parsed.success) throw validationFailed('Unable to validate email address: invalid format')
  return parsed.data
}

/** Reduces a phone number to its digits, as accounts store it (E.164 without the plus). */
export function normalizePhone(given: string): string {
  const digits = given.replaceAll(/[+\s]/g, '')
  if (!/^[1-9]\d{1,14}$/.test(digits))
    throw validationFailed('Invalid phone number format (E.164 required)')
  return digits
}
