import path from 'node:path'
import { MAX_PART_BYTES, MAX_SHARED_BYTES } from './limits.ts'
import { FileProblem } from './problem.ts'
import { createXmlReader, type XmlHandlers } from './xml.ts'
import type { ReadOptions, ZipArchive } from './zip.ts'

export type Sheet = { readonly name: string; readonly part: string }

/** How the numbers of a cell style are shown, as far as it decides about dates. */
export type NumberKind = 'number' | 'date' | 'time'

export type Workbook = {
  readonly sheets: readonly Sheet[]
  /** Dates are counted from 1904, as old Macs did. */
  readonly countsFrom1904: boolean
}

const WORKBOOK = 'xl/workbook.xml'

/** The names of a workbook's sheets, in the order of their tabs. */
export async function readWorkbook(zip: ZipArchive): Promise<Workbook> {
  if (!zip.has(WORKBOOK))
    throw new FileProblem('file_invalid', 'The file is a ZIP archive, but not a workbook.', {
      hint: 'Unpack it and import a file of it.',
    })
  const parts = new Map<string, string>()
  await readXml(
    zip,
    'xl/_rels/workbook.xml.rels',
    { maxBytes: MAX_PART_BYTES },
    {
      open(name, attribute) {
        const target = attribute('Target')
        if (name !== 'Relationship' || target === undefined) return
        const part = target.startsWith('/') ? target.slice(1) : path.posix.join('xl', target)
        parts.set(attribute('Id') ?? '', part)
      },
    },
  )
  const sheets: Sheet[] = []
  let countsFrom1904 = false
  await readXml(
    zip,
    WORKBOOK,
    { maxBytes: MAX_PART_BYTES },
    {
      open(name, attribute) {
        if (name === 'workbookPr') countsFrom1904 = /^(?:1|true)$/.test(attribute('date1904') ?? '')
        if (name !== 'sheet') return
        const part = parts.get(attribute('id') ?? '')
        // Sheets that are only a chart have no rows.
        if (part?.includes('worksheets/')) sheets.push({ name: attribute('name') ?? '', part })
      },
    },
  )
  if (sheets.length === 0) throw new FileProblem('file_empty', 'The workbook has no sheets.')
  return { sheets, countsFrom1904 }
}

/** The texts that cells refer to by number. */
export async function readSharedTexts(zip: ZipArchive): Promise<readonly string[]> {
  const texts: string[] = []
  if (!zip.has('xl/sharedStrings.xml')) return texts
  let text = ''
  let isInText = false
  let isPhonetic = false
  await readXml(
    zip,
    'xl/sharedStrings.xml',
    { maxBytes: MAX_SHARED_BYTES },
    {
      open(name) {
        if (name === 'si') text = ''
        if (name === 'rPh') isPhonetic = true
        isInText = name === 't' && !isPhonetic
      },
      text: (piece) => void (isInText && (text += piece)),
      close(name) {
        if (name === 't') isInText = false
        if (name === 'rPh') isPhonetic = false
        if (name === 'si') texts.push(decodeControls(text))
      },
    },
  )
  return texts
}

/** For each cell style, whether its numbers are dates. */
export async function readNumberKinds(zip: ZipArchive): Promise<readonly NumberKind[]> {
  const kinds: NumberKind[] = []
  if (!zip.has('xl/styles.xml')) return kinds
  const formats = new Map<number, string>()
  let isInCells = false
  await readXml(
    zip,
    'xl/styles.xml',
    { maxBytes: MAX_PART_BYTES },
    {
      open(name, attribute) {
        if (name === 'numFmt')
          formats.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
        if (name === 'cellXfs') isInCells = true
        if (name !== 'xf' || !isInCells) return
        const id = Number(attribute('numFmtId') ?? 0)
        kinds.push(kindOf(formats.get(id) ?? BUILT_IN.get(id) ?? ''))
      },
      close: (name) => void (name === 'cellXfs' && (isInCells = false)),
    },
  )
  return kinds
}

/** The formats with dates that a workbook does not define, because everybody knows their numbers. */
const BUILT_IN = new Map([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map(
    (id) => [id, 'yyyy-mm-dd'] as const,
  ),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56].map((id) => [id, 'hh:mm'] as const),
  [22, 'yyyy-mm-dd hh:mm'] as const,
])

function kindOf(format: string): NumberKind {
  // Escaped characters, texts in quotes, colors and currencies are no placeholders of dates.
  const unquoted = format
    .replaceAll(/\\.|_./g, '')
    .split('"')
    .filter((_part, index) => index % 2 === 0)
    .join('')
  const plain = unquoted.replaceAll(/\[[^[\]]*\]/g, (part) =>
    /^\[[hms]+\]$/i.test(part) ? part : '',
  )
  if (/[yd]/i.test(plain)) return 'date'
  if (/h|s/i.test(plain)) return 'time'
  return /m/i.test(plain) ? 'date' : 'number'
}

/** Reads a part to its end, and lets the handlers see it. */
async function readXml(
  zip: ZipArchive,
  part: string,
  options: ReadOptions,
  handlers: Partial<XmlHandlers>,
): Promise<void> {
  const reader = createXmlReader({ open() {}, close() {}, text() {}, ...handlers })
  const decoder = new TextDecoder()
  for await (const chunk of zip.read(part, options))
    reader.push(decoder.decode(chunk, { stream: true }))
  reader.push(decoder.decode())
}

/** Control characters are written as `_x000D_` in workbooks. */
export const decodeControls = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-F]{4})_/g, (_all, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
