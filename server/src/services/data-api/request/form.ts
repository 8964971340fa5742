import { refusal } from '../errors.ts'

const MAX_BYTES = 1024 * 1024
const MAX_FIELDS = 10_000

const [AMPERSAND] = Buffer.from('&')

/** The fields of an `application/x-www-form-urlencoded` body. Throws PGRST102 (413) for too many. */
export function parseForm(bytes: Buffer): URLSearchParams {
  if (bytes.length > MAX_BYTES) throw tooLarge(`${MAX_BYTES} bytes`)
  let fields = 1
  for (const byte of bytes) if (byte === AMPERSAND) fields += 1
  if (fields > MAX_FIELDS) throw tooLarge(`${MAX_FIELDS} fields`)
  return new URLSearchParams(bytes.toString('utf8'))
}

const tooLarge = (limit: string) =>
  refusal('PGRST102', `The form contains more than ${limit}`, {
    status: 413,
    hint: 'Send JSON instead.',
  })
