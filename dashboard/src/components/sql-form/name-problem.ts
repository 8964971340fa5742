/** Postgres cuts longer names, in bytes. */
const MOST_BYTES = 63
const BYTES = new TextEncoder()

export const TOO_LONG = 'The name is too long. It can have at most 63 bytes.'

export const isTooLong = (name: string): boolean => BYTES.encode(name).length > MOST_BYTES

/** Why an object can't have this name, or undefined if it can. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'Enter a name.'
  return isTooLong(name) ? TOO_LONG : undefined
}
