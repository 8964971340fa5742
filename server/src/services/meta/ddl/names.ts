import { AppError } from '../../../lib/errors.ts'

/** Bytes of an identifier Postgres keeps; it would cut the rest off in silence. */
const MAX_BYTES = 63

/** 400 `invalid_name` for what Postgres could not keep as it is: NUL, or more than 63 bytes. */
export function checkName(name: string): string {
  if (name.includes('\0') || Buffer.byteLength(name) > MAX_BYTES)
    throw new AppError('invalid_name', `Postgres cannot keep the name ${JSON.stringify(name)}.`, {
      status: 400,
      hint: `A name has at most ${MAX_BYTES} bytes: some letters take two or three.`,
    })
  return name
}

/** 400 `invalid_text` for text with a NUL, which Postgres cannot hold. */
export function checkText(text: string): string {
  if (text.includes('\0'))
    throw new AppError('invalid_text', 'Postgres cannot hold text with a NUL character.', {
      status: 400,
    })
  return text
}
