import { z } from 'zod'

export const byRef = z.object({ ref: z.string() })
export const byTable = z.object({ ref: z.string(), id: z.coerce.number().int() })

/** In bytes; Postgres truncates longer names. */
const MOST_BYTES = 63

/** The first code points whose characters take two, three and four bytes in UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    if (point < 0x80) bytes += 1
    else if (point < 0x800) bytes += 2
    else bytes += point < 0x1_0000 ? 3 : 4
  }
  return bytes
}

const TOO_LONG = 'The name is too long. It can have at most 63 bytes.'

/** The name of a table, a column or a schema. */
export const Identifier = z.string().min(1, 'Enter a name.').max(MOST_BYTES, TOO_LONG)

/** A name; empty if Postgres should choose one. */
export const OptionalName = z.string().refine((name) => bytesOf(name) <= MOST_BYTES, TOO_LONG)

/** The name of a new object, which is not blank. */
export const NewName = OptionalName.refine((name) => name.trim() !== '', 'Enter a name.')
