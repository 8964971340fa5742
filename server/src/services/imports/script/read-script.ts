import { ImportFailure } from '../import-failure.ts'
import { MAX_LINE_LENGTH, MAX_STATEMENT_LENGTH } from './limits.ts'
import { scriptIncomplete, statementTooLong } from './errors.ts'
import { findEnd, startScan } from './statement-end.ts'

/** A statement of a file. The data of a COPY must be read before the next statement. */
export type ScriptStatement = {
  /** Counted from 1. */
  readonly number: number
  /** The line on which it begins. */
  readonly line: number
  readonly text: string
  readonly words: readonly string[]
  /** The lines behind a COPY FROM STDIN, without their end. */
  readonly data: () => AsyncGenerator<string>
}

type Buffer = { text: string; line: number; isLast: boolean }

/** Splits a file for psql into statements, in constant memory. */
export async function* readScript(chunks: AsyncIterable<string>): AsyncGenerator<ScriptStatement> {
  const source = chunks[Symbol.asyncIterator]()
  const buffer: Buffer = { text: '', line: 1, isLast: false }
  const more = async (): Promise<boolean> => {
    if (buffer.isLast) return false
    const { done, value } = await source.next()
    if (done === true) buffer.isLast = true
    else buffer.text += value
    return true
  }
  let number = 0
  for (;;) {
    await skipBlank(buffer, more)
    if (buffer.text === '') return
    const start = buffer.line
    if (buffer.text.startsWith('\\')) {
      number += 1
      yield {
        number,
        line: start,
        text: await takeLine(buffer, more),
        words: ['\\'],
        data: nothing,
      }
      continue
    }
    const { text, words } = await takeStatement(buffer, { more, number: number + 1 })
    if (words.length === 0 && text.trim() === '') continue
    number += 1
    yield { number, line: start, text, words, data: () => takeData(buffer, more) }
  }
}

type More = () => Promise<boolean>

// oxlint-disable-next-line require-yield -- nothing to read
async function* nothing(): AsyncGenerator<string> {}

function drop(buffer: Buffer, length: number): string {
  const taken = buffer.text.slice(0, length)
  buffer.text = buffer.text.slice(length)
  buffer.line += taken.split('\n').length - 1
  return taken
}

/** White space and comments before a statement, so that its line is the one where it begins. */
const BLANK = /^(?:[\s\uFEFF]+|--[^\n]*\n)+/

async function skipBlank(buffer: Buffer, more: More): Promise<void> {
  for (;;) {
    drop(buffer, BLANK.exec(buffer.text)?.[0].length ?? 0)
    if (buffer.text.startsWith('--')) await takeLine(buffer, more)
    else if (buffer.text !== '' && buffer.text !== '-') return
    else if (!(await more())) return
  }
}

/** Takes the rest of a line, of which only the beginning is kept: it can be as long as the file. */
async function takeLine(buffer: Buffer, more: More): Promise<string> {
  let line = ''
  for (;;) {
    const end = buffer.text.indexOf('\n')
    const part = drop(buffer, end === -1 ? buffer.text.length : end + 1)
    line += part.slice(0, Math.max(0, MAX_LINE_LENGTH - line.length))
    if (end !== -1 || !(await more())) return line.trim()
  }
}

async function takeStatement(
  buffer: Buffer,
  { more, number }: { readonly more: More; readonly number: number },
) {
  const scan = startScan()
  for (;;) {
    const end = findEnd(buffer.text, scan, buffer.isLast)
    if (end !== undefined) {
      const text = drop(buffer, end + 1).slice(0, -1)
      return { text, words: scan.words }
    }
    if (buffer.text.length > MAX_STATEMENT_LENGTH)
      throw new ImportFailure(statementTooLong({ number, line: buffer.line }))
    if (await more()) continue
    const isOpen = scan.closing !== undefined && scan.closing !== '\n'
    if (isOpen || scan.comments > 0 || scan.parentheses > 0 || scan.blocks > 0)
      throw new ImportFailure(scriptIncomplete({ number, line: buffer.line }))
    return { text: drop(buffer, buffer.text.length), words: scan.words }
  }
}

const DATA_END = /\n\\\.\r?(?:\n|$)/

async function* takeData(buffer: Buffer, more: More): AsyncGenerator<string> {
  const start = buffer.line
  // The rest of the line of the COPY.
  await takeLine(buffer, more)
  let isLineStart = true
  for (;;) {
    const text = isLineStart ? `\n${buffer.text}` : buffer.text
    const shift = isLineStart ? 1 : 0
    const found = DATA_END.exec(text)
    // At the end of what was read, the mark may be the beginning of a longer line.
    const isWhole = found !== null && (found[0].endsWith('\n') || buffer.isLast)
    if (isWhole) {
      const rows = drop(buffer, found.index + 1 - shift)
      drop(buffer, found[0].length - 1)
      if (rows !== '') yield rows
      return
    }
    const safe = found === null ? Math.max(0, buffer.text.length - 4) : found.index - shift
    if (safe > 0) {
      const rows = drop(buffer, safe)
      isLineStart = rows.endsWith('\n')
      yield rows
    }
    if (!(await more())) throw new ImportFailure(scriptIncomplete({ number: null, line: start }))
  }
}
