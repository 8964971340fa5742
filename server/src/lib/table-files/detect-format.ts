import type { FileEncoding, FileFormat } from '@stoa/contract/services/table-files'
import { createCsvRecords } from './csv-records.ts'
import { typeOf } from './infer.ts'
import type { Cell, FileRow } from './reader.ts'
import { decodeHead, detectEncoding, readHead } from './sample-text.ts'

type Csv = Extract<FileFormat, { kind: 'csv' }>
type Delimiter = Csv['delimiter']

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|']
const MAX_LINES = 200

/** The format of a file, from its content and, where that says nothing, from its name. */
export async function detectFormat(path: string, name: string): Promise<FileFormat> {
  const head = await readHead(path)
  if (head.subarray(0, 4).equals(Buffer.from('PAR1'))) return { kind: 'parquet' }
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04')))
    return { kind: 'xlsx', sheet: '', has_header: true }
  const encoding = detectEncoding(head)
  const text = decodeHead(head, encoding)
  const written = encoding === 'utf-8' ? {} : { encoding }
  return detectJson(text, name, written) ?? detectCsv(text, name, written)
}

type Written = { readonly encoding?: FileEncoding }

function detectJson(text: string, name: string, written: Written): FileFormat | undefined {
  const plain = text.replace(/^\u{feff}/u, '').trimStart()
  const isNamedLines = /\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(name)
  if (isNamedLines) return { kind: 'jsonl', ...written }
  // A CSV file can begin with a bracket, but not with an object or another list after it.
  if (/^\[\s*(?:[{\]]|$)/.test(plain)) return { kind: 'json', path: '', ...written }
  if (!/^\{\s*(?:"|\})/.test(plain)) return undefined
  const [first = '', second] = plain.split(/\r\n|\n|\r/, 2)
  if (isObject(first) && (second === undefined || second.trim() === '' || second.startsWith('{')))
    return { kind: 'jsonl', ...written }
  const [, path = ''] = /"([\w-]+)"\s*:\s*\[\s*\{/.exec(plain) ?? []
  return { kind: 'json', path, ...written }
}

function isObject(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}

export function detectCsv(text: string, name: string, written: Written): Csv {
  const quote = detectQuote(text)
  const delimiter = detectDelimiter(text, name, quote)
  const rows = recordsOf(text, delimiter, quote)
  return {
    kind: 'csv',
    has_header: hasHeader(rows),
    delimiter,
    null_text: '',
    ...(quote === "'" && { quote }),
    ...(delimiter !== ',' && hasDecimalCommas(rows) && { decimal: ',' }),
    ...written,
  }
}

/** Whether numbers have decimal commas and none has a decimal point. */
function hasDecimalCommas(rows: readonly FileRow[]): boolean {
  const cells = rows.flatMap((row) => row.cells)
  const some = (form: RegExp) => cells.some((cell) => cell !== null && form.test(cell.trim()))
  return some(/^-?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/) && !some(/^-?\d+\.(?:\d{1,2}|\d{4,})$/)
}

function detectQuote(text: string): '"' | "'" {
  const fields = (quote: string) =>
    text.match(new RegExp(`(?:^|[,;\t|])${quote}[^${quote}\n]*${quote}(?=$|[,;\t|\r])`, 'gm'))
      ?.length ?? 0
  return fields('"') === 0 && fields("'") > 2 ? "'" : '"'
}

/** The delimiter with which most rows have as many values as the first, and the most of them. */
function detectDelimiter(text: string, name: string, quote: string): Delimiter {
  const scored = DELIMITERS.map((delimiter) => {
    const rows = recordsOf(text, delimiter, quote)
    const width = rows[0]?.cells.length ?? 0
    const same = rows.filter(({ cells, problem }) => !problem && cells.length === width)
    const share = width > 1 ? same.length / rows.length : 0
    return { delimiter, score: share * 100 + Math.min(width, 50) / 100 }
  })
  const best = scored.toSorted((one, other) => other.score - one.score)[0]
  if (best && best.score > 1) return best.delimiter
  return /\.tsv(?:\.gz)?$/i.test(name) ? '\t' : ','
}

function recordsOf(text: string, delimiter: string, quote: string): readonly FileRow[] {
  const parser = createCsvRecords({ delimiter, quote, nullText: '' })
  return parser.push(text.endsWith('\n') ? text : `${text}\n`).slice(0, MAX_LINES)
}

/**
 * Whether the first row has names: different texts, without values of other types. If every row
 * below has only texts too, names are more likely than a file without a header.
 */
function hasHeader(rows: readonly FileRow[]): boolean {
  const [first] = rows
  if (!first) return true
  const names = first.cells.map((cell) => cell?.trim() ?? '')
  if (names.some((name) => name === '') && rows.length > 1 && isFull(rows[1]?.cells)) return false
  const present = names.filter((name) => name !== '')
  if (new Set(present).size < present.length) return false
  return present.every((name) => typeOf(undefined, [name]) === 'text')
}

const isFull = (cells: readonly Cell[] | undefined) =>
  cells?.every((cell) => cell !== null && cell !== '') ?? false
