import { storageError } from './errors.ts'

const MAX_KEY_BYTES = 1024
const MAX_BUCKET_LENGTH = 100

/**
 * Characters that cannot be in a name: controls, noncharacters, halves of surrogate pairs, and the
 * backslash, which some clients treat as a slash.
 */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\\]/u
const BUCKET = /^[\w!\-.*'() &$@=;:+,?]+$/
/** A client or a proxy would resolve these before it sends the path. */
const DOTS = /(?:^|\/)\.{1,2}(?:\/|$)/

/**
 * Checks the name of an object: at most 1,024 bytes of UTF-8, kept as it is sent. Names in different
 * normal forms of Unicode are different names.
 */
export function checkKey(name: string): void {
  const isValid =
    name !== '' &&
    !FORBIDDEN.test(name) &&
    !DOTS.test(name) &&
    Buffer.byteLength(name) <= MAX_KEY_BYTES
  if (!isValid) throw storageError('InvalidKey', { message: `Invalid key: ${shown(name)}` })
}

/** Whether a text can be part of a name, such as the prefix of a listing. */
export const isNamePart = (text: string): boolean =>
  !FORBIDDEN.test(text) && Buffer.byteLength(text) <= MAX_KEY_BYTES

/** Checks the name of a bucket that is to be created. */
export function checkBucketName(name: string): void {
  const isValid =
    BUCKET.test(name) &&
    name.length <= MAX_BUCKET_LENGTH &&
    name === name.trim() &&
    name !== '.' &&
    name !== '..'
  if (!isValid)
    throw storageError('InvalidBucketName', {
      hint: `Use 1 to ${MAX_BUCKET_LENGTH} letters, digits, dots, dashes, and underscores.`,
    })
}

/** The start of a name, shortened for a message. */
const shown = (name: string): string =>
  name.slice(0, 100).replaceAll(/[\p{Cc}\p{Cs}]/gu, '\u{fffd}')
