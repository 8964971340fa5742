import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { detectFormat } from './detect-format.ts'

let file: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-detect-'))
  file = path.join(folder, 'file')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const CSV = { kind: 'csv', has_header: true, delimiter: ',', null_text: '' }
const utf16 = (text: string) => Buffer.from(`\u{feff}${text}`, 'utf16le')

it.each<[string, string | Buffer, object, string?]>([
  ['commas', 'id,name\n1,"a;b;c"\n2,x', CSV],
  [
    'semicolons with decimal commas',
    'id;price\n1;2,50\n2;1.003,75',
    { ...CSV, delimiter: ';', decimal: ',' },
  ],
  ['semicolons with decimal points', 'id;price\n1;2.50\n2;3,75', { ...CSV, delimiter: ';' }],
  ['tabs', 'id\tname\n1\ta,b\n', { ...CSV, delimiter: '\t' }],
  ['pipes', 'id|name\n1|a\n', { ...CSV, delimiter: '|' }],
  ['one column', 'name\nAda\nBo', CSV],
  ['one column of a TSV file', 'name\nAda', { ...CSV, delimiter: '\t' }, 'names.tsv'],
  ['no header', '1,Ada\n2,Bo', { ...CSV, has_header: false }],
  ['single quotes', "a,b\n'x,1','y'\n'z','w'", { ...CSV, quote: "'" }],
  ['an apostrophe', "a,b\n'tis,x\ny,z", CSV],
  ['UTF-16 with a mark', utf16('id,name\n1,ä'), { ...CSV, encoding: 'utf-16le' }],
  ['UTF-16 without one', Buffer.from('id,name\n1,x', 'utf16le'), { ...CSV, encoding: 'utf-16le' }],
  ['Latin-1', Buffer.from('id,name\n1,J\xf6rg', 'latin1'), { ...CSV, encoding: 'windows-1252' }],
  ['gzip', gzipSync('id;name\n1;x'), { ...CSV, delimiter: ';' }],
  ['a JSON array', ' [\n {"a": 1}]', { kind: 'json', path: '' }],
  ['an array inside an object', '{\n "data": [ {"a": 1} ]\n}', { kind: 'json', path: 'data' }],
  ['JSON lines', '{"a":1}\n{"a":2}\n', { kind: 'jsonl' }],
  ['JSON lines by name', '', { kind: 'jsonl' }, 'events.ndjson'],
  ['text with brackets', '[ref],name\n1,a', CSV],
  ['an empty file', '', CSV],
  ['Parquet', 'PAR1 more', { kind: 'parquet' }],
  ['a workbook', 'PK\x03\x04 more', { kind: 'xlsx', sheet: '', has_header: true }],
])('detects %s', async (_, content, expected, name = 'file.csv') => {
  await writeFile(file, content)
  expect(await detectFormat(file, name)).toEqual(expected)
})
