import type { FileFormat } from '@stoa/contract/services/table-files'
import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import { messageOf } from '../describe-error.ts'
import { MAX_DEPTH, MAX_ROW_BYTES, SAMPLE_ROWS } from './limits.ts'
import { FileProblem } from './problem.ts'
import { textFile } from './read-text.ts'
import type { Cell, FileReader, FileRow, SourceColumn } from './reader.ts'

type Json = Extract<FileFormat, { kind: 'json' | 'jsonl' }>
type Item = Readonly<Record<string, unknown>>

/** Objects of JSON lines, or of an array at a path. Keys that an object lacks are null. */
export function createJsonReader(path: string, format: Json): FileReader {
  const file = textFile(path, format.encoding)

  async function* items(): AsyncGenerator<Item> {
    const found: unknown[] = []
    const parser = createParser(format, (value) => found.push(value))
    let row = 0
    let pending = 0
    try {
      for await (const text of file.read()) {
        for (let start = 0; start < text.length; start += PIECE) {
          const piece = text.slice(start, start + PIECE)
          parser.write(piece)
          pending = found.length > 0 ? 0 : pending + piece.length
          if (pending > MAX_ROW_BYTES) throw tooLarge(row + 1)
          for (const value of found.splice(0)) yield toItem(value, ++row)
        }
      }
      parser.end()
      for (const value of found.splice(0)) yield toItem(value, ++row)
    } catch (error) {
      if (error instanceof FileProblem) throw error
      const reason = messageOf(error)
      throw new FileProblem('file_invalid', `The file is not valid JSON: ${reason}.`, {
        row: row + 1,
        hint: 'Check the format of the file.',
      })
    }
    if (row === 0 && format.kind === 'json' && !parser.hasArray()) throw noArray(format.path)
  }

  return {
    async columns() {
      const types = new Map<string, SourceColumn['type']>()
      let rows = 0
      try {
        for await (const item of items()) {
          for (const [name, value] of Object.entries(item)) {
            const type = value === null ? types.get(name) : typeOf(value)
            const before = types.get(name)
            types.set(name, before !== undefined && before !== type ? 'jsonb' : type)
          }
          if (++rows === SAMPLE_ROWS) break
        }
      } catch (error) {
        // Reading the rows meets the same error.
        if (rows === 0) throw error
      }
      return [...types].map(([name, type]) => (type === undefined ? { name } : { name, type }))
    },
    async *rows(wanted) {
      let line = 0
      let rows: FileRow[] = []
      try {
        for await (const item of items()) {
          line += 1
          const cells = wanted.map((name) =>
            Object.hasOwn(item, name) ? toCell(item[name]) : null,
          )
          rows.push({ line, cells })
          if (rows.length < ROWS_AT_ONCE) continue
          yield rows
          rows = []
        }
      } catch (error) {
        // A preview shows the rows before the error.
        yield rows
        throw error
      }
      yield rows
    },
    progress: file.progress,
  }
}

const ROWS_AT_ONCE = 100

/** Values are found between two chunks, so that a row that never ends is noticed. */
const PIECE = 64 * 1024

/** Keeps the text of a number that JavaScript cannot represent exactly. */
class ExactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): unknown {
    return JSON.rawJSON(this.text)
  }
}

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- The types of the platform lack the function.
  interface JSON {
    rawJSON(text: string): unknown
  }
}

class ExactTokenizer extends Tokenizer {
  numberText = ''

  protected override parseNumber(text: string): number {
    this.numberText = text
    return Number(text)
  }
}

function createParser(format: Json, onItem: (value: unknown) => void) {
  const isLines = format.kind === 'jsonl'
  const keys = isLines || format.path === '' ? [] : format.path.split('.')
  const options = isLines ? { separator: '\n' } : {}
  const tokenizer = new ExactTokenizer(options)
  const parser = new TokenParser({
    ...options,
    paths: [isLines ? '$' : ['$', ...keys, '*'].join('.')],
    keepStack: false,
  })
  let depth = 0
  let hasArray = false
  tokenizer.onToken = (token) => {
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) {
      depth += 1
      if (depth > MAX_DEPTH)
        throw new FileProblem('file_too_deep', `Values are nested more than ${MAX_DEPTH} times.`)
      if (token.token === TokenType.LEFT_BRACKET && depth === keys.length + 1) hasArray = true
    } else if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) {
      depth -= 1
    } else if (token.token === TokenType.NUMBER && String(token.value) !== tokenizer.numberText) {
      // The parser passes values on unchanged, though its types only allow JSON's.
      parser.write({ ...token, value: new ExactNumber(tokenizer.numberText) as never })
      return
    }
    parser.write(token)
  }
  parser.onValue = ({ value }) => {
    if (isLines || hasArray) onItem(value)
  }
  return {
    write: (text: string) => tokenizer.write(text),
    end() {
      if (!tokenizer.isEnded) tokenizer.end()
      if (!parser.isEnded) parser.end()
    },
    hasArray: () => hasArray,
  }
}

function toItem(value: unknown, row: number): Item {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.fromEntries(Object.entries(value))
  throw new FileProblem('file_not_objects', `Row ${row} is not a JSON object.`, {
    row,
    hint: 'Each row must be an object with a key for each column.',
  })
}

function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof ExactNumber) return value.text
  return JSON.stringify(value)
}

function typeOf(value: unknown): SourceColumn['type'] {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number' || value instanceof ExactNumber) return 'numeric'
  return 'jsonb'
}

const tooLarge = (row: number) =>
  new FileProblem('file_row_too_large', `Row ${row} has more than 8 MB.`, {
    row,
    hint: 'Check the path of the array.',
  })

const noArray = (path: string) =>
  new FileProblem(
    'file_array_missing',
    path === '' ? 'The file is not an array.' : `The file has no array at ${path}.`,
    { hint: 'Enter the keys that lead to the array, with dots between them.' },
  )
