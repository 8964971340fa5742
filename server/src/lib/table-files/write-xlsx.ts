import type { Cell } from './reader.ts'
import { writeZip } from './write-zip.ts'

/** Excel's own limits, the header included. */
export const MAX_XLSX_ROWS = 1_048_576
export const MAX_XLSX_CELL_LENGTH = 32_767

export type XlsxColumn = {
  readonly name: string
  readonly kind: 'number' | 'boolean' | 'date' | 'timestamp' | 'text'
}

type Batches = AsyncIterable<readonly (readonly Cell[])[]>

/**
 * A workbook with one sheet, in pieces and constant memory. Every text is an inline string, which no
 * program takes for a formula, whatever it begins with. Values that a sheet would round or shift, such
 * as numbers of more than 15 digits, are texts too.
 */
export async function* writeXlsx(
  columns: readonly XlsxColumn[],
  batches: Batches,
): AsyncGenerator<Buffer> {
  yield* writeZip([
    { name: '[Content_Types].xml', content: CONTENT_TYPES },
    { name: '_rels/.rels', content: relations([['officeDocument', 'xl/workbook.xml']]) },
    { name: 'xl/workbook.xml', content: WORKBOOK },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
      ]),
    },
    { name: 'xl/styles.xml', content: STYLES },
    { name: 'xl/worksheets/sheet1.xml', content: sheet(columns, batches) },
  ])
}

async function* sheet(columns: readonly XlsxColumn[], batches: Batches): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
  yield `<row>${columns.map(({ name }) => textCell(name)).join('')}</row>`
  let count = 1
  for await (const rows of batches) {
    count += rows.length
    if (count > MAX_XLSX_ROWS) throw new Error('The sheet has too many rows.')
    yield rows
      .map(
        (cells) =>
          `<row>${columns.map(({ kind }, index) => toCell(kind, cells[index] ?? null)).join('')}</row>`,
      )
      .join('')
  }
  yield '</sheetData></worksheet>'
}

function toCell(kind: XlsxColumn['kind'], cell: Cell): string {
  if (cell === null) return '<c/>'
  if (kind === 'number' && isExact(cell)) return `<c><v>${cell}</v></c>`
  if (kind === 'boolean') return `<c t="b"><v>${cell === 't' ? 1 : 0}</v></c>`
  if (kind === 'date' || kind === 'timestamp') {
    const days = serialOf(cell)
    const style = kind === 'date' ? DATE_STYLE : TIMESTAMP_STYLE
    if (days !== undefined) return `<c s="${style}"><v>${days}</v></c>`
  }
  return textCell(cell)
}

const DIGITS = /^-?(\d{1,15})(?:\.(\d{1,15}))?$/

/** Sheets keep 15 digits of a number. */
function isExact(text: string): boolean {
  const [, whole, fraction = ''] = DIGITS.exec(text) ?? []
  return whole !== undefined && whole.length + fraction.length <= 15
}

const DAY_MS = 86_400_000
const DAY_0 = Date.UTC(1899, 11, 30)
/** Sheets count a 29 February 1900 that never was, so earlier days differ between programs. */
const FIRST_SAFE_DAY = 61
const DATE = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d(?:\.\d{1,3})?))?$/

function serialOf(text: string): number | undefined {
  const [, day, time = '00:00:00'] = DATE.exec(text) ?? []
  if (day === undefined) return undefined
  const days = (Date.parse(`${day}T${time}Z`) - DAY_0) / DAY_MS
  return days >= FIRST_SAFE_DAY ? days : undefined
}

function textCell(text: string): string {
  if (text.length > MAX_XLSX_CELL_LENGTH) throw new Error('A text is too long for a sheet.')
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

/** Workbooks write characters that XML does not have as `_x0007_`, and such a text itself escaped. */
const escaped = (text: string): string =>
  text
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>]/g, (one) => ENTITIES.get(one) ?? one)
    .replaceAll(
      // oxlint-disable-next-line no-control-regex -- these are the characters to escape
      /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g,
      (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const CONTENT_TYPES = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`

const WORKBOOK = `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/></sheets></workbook>`

const DATE_STYLE = 1
const TIMESTAMP_STYLE = 2
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`

const relations = (targets: readonly (readonly [string, string])[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`
