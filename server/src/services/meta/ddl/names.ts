import { AppError } from '../../../lib/errors.ts'
import { invalidText } from '../../../lib/refusals.ts'

/** Maximum length of an identifier in bytes; Postgres would silently truncate a longer one. */
const MAX_BYTES = 63

/**
 * Throws 400 `invalid_name` for a name that Postgres could not keep unchanged: with NUL or half of a
 * surrogate pair, or longer than 63 bytes.
 */
export function checkName(name: string): string {
  if (name.includes('\0') || !name.isWellFormed() || Buffer.byteLength(name) > MAX_BYTES)
    throw new AppError('invalid_name', `${JSON.stringify(name)} is not a valid Postgres name.`, {
      status: 400,
      hint: `A name can have 1 to ${MAX_BYTES} bytes; some characters take more than one.`,
    })
  return name
}

/** Throws 400 `invalid_text` for text that Postgres cannot store as it is. */
export function checkText(text: string): string {
  if (text.includes('\0'))
    throw invalidText('Postgres cannot store a NUL character.', 'Remove the character.')
  // Another character would be sent in its place.
  if (!text.isWellFormed())
    throw invalidText(
      'The text contains an invalid character (half of a surrogate pair).',
      'Remove the character, or type it again: it may be one half of an emoji.',
    )
  return text
}
