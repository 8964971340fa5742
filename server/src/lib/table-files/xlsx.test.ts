import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { workbookOf, zipOf } from '../../../test/table-files/workbook.ts'
import { parseFile } from './parse-file.ts'
import type { Sample } from './parse-in-thread.ts'
import { FileProblem } from './problem.ts'

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-xlsx-'))
  file = path.join(folder, 'file')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function sampleOf(content: Buffer, sheet?: string): Promise<Sample> {
  await writeFile(file, content)
  const format =
    sheet === undefined ? undefined : { kind: 'xlsx' as const, sheet, has_header: true }
  const work = { kind: 'sample' as const, isPartial: false, name: 'file.xlsx' }
  for await (const one of parseFile({ path: file, format, work }))
    if (one.kind === 'sample') return one
  throw new Error('There was no sample')
}

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof FileProblem ? error.problem.code : error),
  )

it('reads the values of a sheet as they are shown, and dates by their format', async () => {
  const sheet = `
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>price</t></is></c>
      <c r="C1" t="str"><v>day</v></c><c r="D1" t="str"><v>at</v></c><c r="F1" t="str"><v>hour</v></c></row>
    <row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3"><f>0.1+0.2</f><v>0.30000000000000004</v></c>
      <c r="C3" s="1"><v>46053</v></c><c r="D3" s="2"><v>46053.5</v></c><c r="E3" t="b"><v>1</v></c>
      <c r="F3" s="4"><v>0.75</v></c></row>
    <row r="4"><c r="A4" t="str"><v>=cmd|&apos;/c calc&apos;!A1</v></c><c r="B4"><v>12345678901</v></c>
      <c r="C4" s="3"><v>46054</v></c><c r="D4" s="2"><v>46054</v></c><c r="E4" t="e"><v>#N/A</v></c></row>`
  const found = await sampleOf(
    workbookOf({ Orders: sheet, Other: '' }, { texts: ['a&amp;b', 'x_x000A_y'] }),
  )
  expect(found.sheets).toEqual(['Orders', 'Other'])
  expect(found.format).toEqual({ kind: 'xlsx', sheet: 'Orders', has_header: true })
  expect(found.columns.map(({ source, type }) => `${source} ${type}`)).toEqual([
    'a&b text',
    'price numeric',
    'day date',
    'at timestamp',
    'column_5 boolean',
    'hour time',
  ])
  expect(found.rows).toEqual([
    ['x\ny', '0.3', '2026-01-31', '2026-01-31 12:00:00', 'true', '18:00:00'],
    ["=cmd|'/c calc'!A1", '12345678901', '2026-02-01', '2026-02-01', null, null],
  ])
})

it('selects a sheet, and refuses one that is missing', async () => {
  const row = (text: string) => `<row r="1"><c r="A1" t="str"><v>${text}</v></c></row>`
  const book = workbookOf({ One: row('first'), Two: row('second') })
  expect((await sampleOf(book, 'Two')).columns[0]?.source).toBe('second')
  expect(await problemOf(sampleOf(book, 'Three'))).toBe('file_sheet_missing')
})

it.each<[string, Buffer, string]>([
  [
    'a part that decompresses to more than its limit',
    workbookOf({ A: '' }, { texts: Array<string>(140).fill('x'.repeat(1_000_000)) }),
    'file_too_large',
  ],
  [
    'entities',
    zipOf([
      { name: 'xl/workbook.xml', content: '<!DOCTYPE x [<!ENTITY a "b">]><workbook/>' },
      { name: 'xl/_rels/workbook.xml.rels', content: '<a/>' },
    ]),
    'file_invalid',
  ],
  ['another archive', zipOf([{ name: 'a.txt', content: 'a' }]), 'file_invalid'],
  ['a directory that is cut off', workbookOf({ A: '' }).subarray(0, 300), 'file_invalid'],
  [
    'a cell far outside',
    workbookOf({ A: '<row r="1"><c r="ZZZ1"><v>1</v></c></row>' }),
    'file_invalid',
  ],
  [
    '5,000 columns',
    workbookOf({ A: `<row>${'<c><v>1</v></c>'.repeat(5000)}</row>` }),
    'file_too_many_columns',
  ],
])('refuses %s', async (_, content, code) => {
  expect(await problemOf(sampleOf(content))).toBe(code)
})
