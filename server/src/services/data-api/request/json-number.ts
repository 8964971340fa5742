/** The part of a number that was read last. */
type NumberState =
  | 'start'
  | 'sign'
  | 'zero'
  | 'integer'
  | 'point'
  | 'fraction'
  | 'e'
  | 'e sign'
  | 'exponent'

const ENDS: ReadonlySet<NumberState> = new Set(['zero', 'integer', 'fraction', 'exponent'])

/** More digits than any number in Postgres has. */
const MAX_LENGTH = 200_000

/** The position after a JSON number; undefined without one, or for more than 200,000 digits. */
export function endOfNumber(bytes: Buffer, start: number): number | undefined {
  let state: NumberState = 'start'
  for (let at = start; at - start <= MAX_LENGTH; at += 1) {
    const after = next(state, bytes[at] ?? 0)
    if (after === undefined) return ENDS.has(state) ? at : undefined
    state = after
  }
  return undefined
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

const isSign = (byte: number) => byte === 0x2d || byte === 0x2b
const isE = (byte: number) => byte === 0x65 || byte === 0x45
const POINT = 0x2e
const MINUS = 0x2d
const ZERO = 0x30

/** The state after one more byte; undefined if the byte cannot follow in a number. */
function next(state: NumberState, byte: number): NumberState | undefined {
  switch (state) {
    case 'start':
      if (byte === MINUS) return 'sign'
      return firstDigit(byte)
    case 'sign':
      return firstDigit(byte)
    case 'zero':
      return afterInteger(byte)
    case 'integer':
      return isDigit(byte) ? 'integer' : afterInteger(byte)
    case 'point':
      return isDigit(byte) ? 'fraction' : undefined
    case 'fraction':
      if (isDigit(byte)) return 'fraction'
      return isE(byte) ? 'e' : undefined
    case 'e':
      if (isSign(byte)) return 'e sign'
      return isDigit(byte) ? 'exponent' : undefined
    case 'e sign':
    case 'exponent':
      return isDigit(byte) ? 'exponent' : undefined
  }
}

function firstDigit(byte: number): NumberState | undefined {
  if (byte === ZERO) return 'zero'
  return isDigit(byte) ? 'integer' : undefined
}

function afterInteger(byte: number): NumberState | undefined {
  if (byte === POINT) return 'point'
  return isE(byte) ? 'e' : undefined
}
