import type { Bindable } from '../sql.ts'

/** Frontend messages of the Postgres protocol, version 3, by their first byte. */
const PARSE = 0x50
const BIND = 0x42
const DESCRIBE = 0x44
const EXECUTE = 0x45
const CLOSE = 0x43
const SYNC = 0x53
const STATEMENT = 0x53
const PORTAL = 0x50

/** The buffer is kept between batches up to this many bytes. */
const LONGEST_KEPT = 256 * 1024
const USUAL_LENGTH = 16 * 1024

export type WireBatch = {
  parse(name: string, text: string): void
  /** Binds text parameters (a Buffer as binary) to the unnamed portal. */
  bind(name: string, values: readonly Bindable[]): void
  describe(): void
  execute(): void
  close(name: string): void
  sync(): void
  /** Everything written since the last call, as a separate buffer. */
  take(): Buffer
}

/**
 * Collects protocol messages in one buffer, so that a whole transaction is one write to the socket.
 * Names and texts must not contain NUL. Reusable for one batch after another.
 */
export function createWireBatch(): WireBatch {
  let buffer = Buffer.allocUnsafe(USUAL_LENGTH)
  let at = 0

  function reserve(size: number): void {
    if (at + size <= buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, at + size))
    buffer.copy(larger, 0, 0, at)
    buffer = larger
  }

  function start(type: number): number {
    reserve(32)
    buffer[at] = type
    at += 5
    return at - 4
  }

  const end = (from: number) => buffer.writeInt32BE(at - from, from)

  function addText(text: string): void {
    // UTF-8 takes at most three bytes per UTF-16 code unit. Counting them is worth it for long text.
    const most = text.length * 3
    reserve((most > LONGEST_KEPT ? Buffer.byteLength(text) : most) + 1)
    at += buffer.write(text, at)
  }

  function addName(text: string): void {
    addText(text)
    buffer[at] = 0
    at += 1
  }

  function addInt16(value: number): void {
    reserve(2)
    buffer[at] = value >> 8
    buffer[at + 1] = value & 0xff
    at += 2
  }

  function addValue(value: string | Buffer | null): void {
    reserve(4)
    const length = at
    at += 4
    if (value === null) return void buffer.writeInt32BE(-1, length)
    if (typeof value === 'string') addText(value)
    else {
      reserve(value.length)
      at += value.copy(buffer, at)
    }
    buffer.writeInt32BE(at - length - 4, length)
  }

  return {
    parse(name, text) {
      const from = start(PARSE)
      addName(name)
      addName(text)
      addInt16(0)
      end(from)
    },
    bind(name, values) {
      const converted = values.map(toWire)
      const from = start(BIND)
      buffer[at] = 0
      at += 1
      addName(name)
      addInt16(values.length)
      for (const value of converted) addInt16(Buffer.isBuffer(value) ? 1 : 0)
      addInt16(values.length)
      for (const value of converted) addValue(value)
      addInt16(0)
      end(from)
    },
    describe() {
      const from = start(DESCRIBE)
      buffer[at] = PORTAL
      buffer[at + 1] = 0
      at += 2
      end(from)
    },
    execute() {
      const from = start(EXECUTE)
      buffer.fill(0, at, at + 5)
      at += 5
      end(from)
    },
    close(name) {
      const from = start(CLOSE)
      buffer[at] = STATEMENT
      at += 1
      addName(name)
      end(from)
    },
    sync() {
      end(start(SYNC))
    },
    take() {
      // The socket keeps a reference until the data is sent, so it gets a copy, or a buffer that is
      // too large to be reused.
      const written = buffer.subarray(0, at)
      at = 0
      if (buffer.length <= LONGEST_KEPT) return Buffer.from(written)
      buffer = Buffer.allocUnsafe(USUAL_LENGTH)
      return written
    },
  }
}

const toWire = (value: Bindable): string | Buffer | null => {
  if (typeof value === 'string' || value === null || Buffer.isBuffer(value)) return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return arrayLiteral(value)
  return String(value)
}

/**
 * `{"a","b"}`: quotes every element, so that commas, braces and the word NULL are taken literally.
 */
const arrayLiteral = (elements: readonly string[]): string =>
  `{${elements.map((element) => `"${element.replaceAll(/[\\"]/g, String.raw`\$&`)}"`).join(',')}}`
