import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FileFormat } from '@stoa/contract/services/table-files'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { conversionTo } from './convert-cells.ts'
import { createCsvRecords } from './csv-records.ts'
import { parseFile } from './parse-file.ts'
import { parseInThread, type Piece, type Sample } from './parse-in-thread.ts'
import { FileProblem } from './problem.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-parse-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const CSV: FileFormat = { kind: 'csv', has_header: true, delimiter: ',', null_text: '' }
const JSONL: FileFormat = { kind: 'jsonl' }
const ARRAY: FileFormat = { kind: 'json', path: '' }
const PARQUET: FileFormat = { kind: 'parquet' }
let number = 0

async function write(content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, String(++number))
  await writeFile(file, content)
  return file
}

async function sampleOf(content: string | Uint8Array, format: FileFormat, isPartial = false) {
  const work = { kind: 'sample' as const, isPartial }
  const found: Sample[] = []
  for await (const one of parseFile({ path: await write(content), format, work }))
    if (one.kind === 'sample') found.push(one)
  return {
    types: found[0]?.columns.map(({ name, type }) => `${name} ${type}`),
    rows: found[0]?.rows,
    dateOrder: found[0]?.dateOrder,
  }
}

const loadOf = (columns: readonly string[]) => ({
  kind: 'load' as const,
  columns: columns.map((source) => ({ source, type: 'text' as const })),
  skipsBadRows: false,
})

async function load(content: string | Uint8Array, format: FileFormat, ...columns: string[]) {
  let text = ''
  const work = loadOf(columns)
  for await (const one of parseFile({ path: await write(content), format, work }))
    if (one.kind === 'piece') text += Buffer.from(one.bytes).toString()
  return text
}

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof FileProblem ? error.problem : error),
  )

it('infers the types of CSV and gives columns names that are free', async () => {
  const csv = [
    'Order ID,price,zip,is paid,day,at,Order-ID,note',
    '1,9.50,01234,true,2026-01-31,2026-01-31T10:00:00Z,b,',
    '2,10,99999,false,2026-02-01,2026-02-01 10:00+02,c,"two\nlines"',
  ].join('\r\n')
  const { types, rows } = await sampleOf(csv, CSV)
  expect(types).toEqual([
    'order_id integer',
    'price numeric',
    'zip text',
    'is_paid boolean',
    'day date',
    'at timestamptz',
    'order_id_2 text',
    'note text',
  ])
  expect(rows?.map((row) => row.at(-1))).toEqual([null, 'two\nlines'])
})

it('parses in a thread, which reports problems', async () => {
  const work = loadOf(['a'])
  const { signal } = new AbortController()
  const rows = async (content: string) => {
    let count = 0
    for await (const one of parseInThread(
      { path: await write(content), format: CSV, work },
      signal,
    ))
      if (one.kind === 'piece') count = one.rows
    return count
  }
  expect(await rows('a\n1\n2')).toBe(2)
  expect(await problemOf(rows('a\n1\n"2'))).toMatchObject({ code: 'file_invalid', line: 3 })
})

it('leaves out the truncated last row of a partial file', async () => {
  expect((await sampleOf('a,b\n1,2\n3,4\n5,"6', CSV, true)).rows).toEqual([['1', '2']])
  expect((await sampleOf('{"a":1}\n{"a":2}\n{"a', JSONL, true)).rows).toEqual([['1']])
})

it('writes COPY’s format, with nulls, quotes, and the requested columns in order', async () => {
  const csv = 'a;b;c\nx;"y\t\\";NULL\n"NULL";;z'
  const format: FileFormat = { ...CSV, delimiter: ';', null_text: 'NULL' }
  expect(await load(csv, format, 'c', 'b')).toBe('\\N\ty\\t\\\\\nz\t\n')
  expect(await load(gzipSync('1,2\n3,4'), { ...CSV, has_header: false }, 'column_2')).toBe('2\n4\n')
})

it('keeps numbers of JSON exact, and nested values as JSON', async () => {
  const rows = '[{"id":12345678901234567890,"v":{"n":0.10,"big":9007199254740993}},{"other":1}]'
  const expected = '12345678901234567890\t{"n":0.10,"big":9007199254740993}\n\\N\t\\N\n'
  expect(await load(rows, ARRAY, 'id', 'v')).toBe(expected)
  const nested = `{"meta":{"n":[1]},"data":{"items":${rows}}}`
  expect(await load(nested, { kind: 'json', path: 'data.items' }, 'id', 'v')).toBe(expected)
  expect((await sampleOf('{"a":"007","b":1,"c":[1]}\n{"a":null,"b":2.5}', JSONL)).types).toEqual([
    'a text',
    'b numeric',
    'c jsonb',
  ])
})

it('reads Parquet with its own types, in more than one slice', async () => {
  const rows = Array.from({ length: 25_000 }, (_, index) => index)
  const file = parquetWriteBuffer({
    columnData: [
      { name: 'id', data: rows.map(BigInt), type: 'INT64' },
      { name: 'name', data: rows.map((row) => `name ${row}`), type: 'STRING' },
      { name: 'at', data: rows.map((row) => new Date(row * 1000)), type: 'TIMESTAMP' },
      { name: 'score', data: rows.map((row) => row / 2), type: 'DOUBLE' },
      { name: 'extra', data: rows.map((row) => ({ row })), type: 'JSON' },
    ],
    rowGroupSize: 10_000,
  })
  const { types } = await sampleOf(new Uint8Array(file), PARQUET)
  expect(types).toEqual(
    expect.arrayContaining(['id bigint', 'name text', 'score double precision']),
  )
  const lines = (await load(new Uint8Array(file), PARQUET, 'name', 'id', 'extra')).split('\n')
  expect(lines).toHaveLength(25_001)
  expect(lines[24_999]).toBe('name 24999\t24999\t{"row":24999}')
})

it.each<[string, string | Uint8Array, FileFormat, object]>([
  [
    'a quote that does not end',
    'a\n1\n"2',
    CSV,
    { line: 3, message: 'The quote of a value in line 3 is never closed.' },
  ],
  [
    'rows of another length',
    'a,b\n1,2\n3',
    CSV,
    {
      line: 3,
      message: 'Line 3: the row has 1 value, but the first row has 2 values.',
    },
  ],
  ['a missing column', 'b\n1', CSV, { code: 'file_column_missing', column: 'a' }],
  ['text in another encoding', Buffer.from('a\n\xff', 'latin1'), CSV, { code: 'file_not_text' }],
  ['NUL', 'a\n\0', CSV, { code: 'file_not_text' }],
  ['a row that never ends', `a\n${'x'.repeat(9_000_000)}`, CSV, { code: 'file_row_too_large' }],
  [
    'a string that never ends',
    `[{"a":"${'x'.repeat(9_000_000)}`,
    ARRAY,
    { code: 'file_row_too_large' },
  ],
  ['values nested too deep', `[{"a":${'['.repeat(100)}`, ARRAY, { code: 'file_too_deep' }],
  ['a row that is no object', '{"a":1}\n2', JSONL, { code: 'file_not_objects', row: 2 }],
  ['broken JSON', '{"a":1}\n{"a":', JSONL, { code: 'file_invalid', row: 2 }],
  ['an object instead of an array', '{"a":1}', ARRAY, { code: 'file_array_missing' }],
  ['what is no Parquet', 'PAR1 nonsense PAR1', PARQUET, { code: 'file_invalid' }],
  ['an empty file', '', PARQUET, { code: 'file_invalid' }],
])('refuses %s', async (_, content, format, problem) => {
  expect(await problemOf(load(content, format, 'a'))).toMatchObject(problem)
})

it('refuses a Parquet page that says it has billions of values, before decoding it', async () => {
  const data = Array.from({ length: 1000 }, () => 7)
  const columnData = [{ name: 'a', data, type: 'INT32' as const }]
  const file = new Uint8Array(parquetWriteBuffer({ columnData, codec: 'UNCOMPRESSED' }))
  // 1000 as a zigzag varint of Thrift is d0 0f; the first one is in the header of the page.
  const at = Buffer.from(file).indexOf(Buffer.from([0xd0, 0x0f]))
  const hostile = Buffer.concat([
    file.subarray(0, at),
    Buffer.from([0xfe, 0xff, 0xff, 0xff, 0x0f]),
    file.subarray(at + 2),
  ])
  expect(await problemOf(load(hostile, PARQUET, 'a'))).toMatchObject({
    code: expect.stringMatching(/^file_(page_too_large|invalid)$/),
  })
})

it('infers JSON, arrays, times, and dates with the day first', async () => {
  const csv = [
    'data;tags;numbers;at;born;code;mixed',
    '{"a":1};{a,b};{1,2};10:30;31/12/2026;007;1',
    '[1];{c};{};11:00:05;01/02/2026;008;x',
  ].join('\n')
  const found = await sampleOf(csv, { ...CSV, delimiter: ';' })
  expect(found.types).toEqual([
    'data jsonb',
    'tags text[]',
    'numbers integer[]',
    'at time',
    'born date',
    'code text',
    'mixed text',
  ])
  expect(found.dateOrder).toBe('dmy')
})

it('reports rows that are not valid instead of ending the work, if asked to', async () => {
  const work = { ...loadOf(['a', 'b']), skipsBadRows: true }
  const path = await write('a,b\n1,2\n3\n"x"y,4\n5,"6\n7"\n8,9')
  const pieces: (Sample | Piece)[] = []
  for await (const piece of parseFile({ path, format: CSV, work })) pieces.push(piece)
  expect(
    pieces.flatMap((piece) =>
      piece.kind === 'piece'
        ? [Buffer.from(piece.bytes).toString(), [...piece.lines], piece.rejected]
        : [],
    ),
  ).toEqual([
    '1\t2\n5\t6\\n7\n8\t9\n',
    [2, 5, 7],
    [
      expect.objectContaining({
        line: 3,
        reason: 'The row has 1 value, but the first row has 2 values',
      }),
      expect.objectContaining({ line: 4, reason: 'Text follows the closing quote of a value' }),
    ],
  ])
})

it.each([
  ['bigint', '', null],
  ['text', '', ''],
  ['text[]', '["x",null,12345678901234567890]', '{"x",NULL,"12345678901234567890"}'],
  ['text[]', '{a,b}', '{a,b}'],
] as const)('converts for a column of type %s the text %j', (type, text, expected) => {
  expect((conversionTo(type) ?? ((cell) => cell))(text)).toBe(expected)
})

it('splits records the same wherever the text is cut', () => {
  const text = 'a,"b ""1"", x"\r\n"c\nd",\r"e",f\n\n,"g"\n'
  const whole = recordsIn([text])
  expect(whole.map(({ cells }) => cells)).toEqual([
    ['a', 'b "1", x'],
    ['c\nd', null],
    ['e', 'f'],
    [null, 'g'],
  ])
  expect(whole.map(({ line }) => line)).toEqual([1, 2, 4, 6])
  for (let cut = 1; cut < text.length; cut += 1)
    expect(recordsIn([text.slice(0, cut), text.slice(cut)])).toEqual(whole)
  expect(recordsIn(text.split(''))).toEqual(whole)
})

function recordsIn(pieces: readonly string[]) {
  const parser = createCsvRecords({ delimiter: ',', quote: '"', nullText: '' })
  return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.push('', true)]
}
