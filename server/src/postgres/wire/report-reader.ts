import { HEADER_LENGTH, type MessageReader } from './tap-messages.ts'

/** Fields of errors and notices are truncated to this many bytes. */
const LONGEST_FIELD = 64 * 1024
const NUL = 0

type Field = { readonly code: number; readonly kept: Buffer[]; byteLength: number }

/** Reads an error or a notice, and truncates each of its fields to `LONGEST_FIELD`. */
export function createReportReader(byteLength: number): MessageReader {
  const header = Buffer.alloc(HEADER_LENGTH)
  const fields: Buffer[] = []
  let field: Field | undefined
  let at = 0

  function readContent(part: Buffer): void {
    for (let from = 0; from < part.length;) {
      if (!field) {
        const code = part.readUInt8(from)
        from += 1
        // The list of fields ends with a zero byte.
        if (code !== NUL) field = { code, kept: [], byteLength: 0 }
        continue
      }
      const end = part.indexOf(NUL, from)
      keep(field, part.subarray(from, end < 0 ? part.length : end))
      if (end < 0) return
      fields.push(write(field))
      field = undefined
      from = end + 1
    }
  }

  return {
    read(chunk) {
      const part = chunk.subarray(0, byteLength - at)
      const ofHeader = at < HEADER_LENGTH ? part.copy(header, at) : 0
      at += part.length
      readContent(part.subarray(ofHeader))
      return chunk.subarray(part.length)
    },
    whole() {
      if (at < byteLength) return undefined
      const message = Buffer.concat([header, ...fields, Buffer.of(NUL)])
      message.writeUInt32BE(message.length - 1, 1)
      return message
    },
  }
}

function keep(field: Field, text: Buffer): void {
  const room = LONGEST_FIELD - field.byteLength
  field.byteLength += text.length
  if (room > 0) field.kept.push(text.subarray(0, room))
}

function write({ code, kept, byteLength }: Field): Buffer {
  const text = Buffer.concat(kept)
  const parts =
    byteLength <= LONGEST_FIELD
      ? [text]
      : [wholeCharacters(text), Buffer.from(` … (truncated, ${byteLength} bytes in total)`)]
  return Buffer.concat([Buffer.of(code), ...parts, Buffer.of(NUL)])
}

/** UTF-8 text without a trailing incomplete character. */
function wholeCharacters(text: Buffer): Buffer {
  let start = text.length - 1
  // Every byte of a character except the first starts with the bits 10.
  while (start > 0 && ((text[start] ?? 0) & 0xc0) === 0x80) start -= 1
  const first = text[start] ?? 0
  let length = 1
  if (first >= 0xf0) length = 4
  else if (first >= 0xe0) length = 3
  else if (first >= 0xc0) length = 2
  return start + length > text.length ? text.subarray(0, start) : text
}
