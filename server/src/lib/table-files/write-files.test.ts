import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createParquetReader } from './parquet.ts'
import type { Cell, FileReader } from './reader.ts'
import { writeParquet } from './write-parquet.ts'
import { MAX_XLSX_CELL_LENGTH, writeXlsx } from './write-xlsx.ts'
import { createXlsxReader } from './xlsx.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stoa-files-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function* inBatches(rows: readonly (readonly Cell[])[], size = 2) {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}

async function stored(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  const file = path.join(folder, `${Math.abs(chunks.length)}-${chunks[0]?.length}.file`)
  await writeFile(file, Buffer.concat(chunks))
  return file
}

async function cellsOf(reader: FileReader): Promise<(readonly Cell[])[]> {
  const names = (await reader.columns()).map(({ name }) => name)
  const rows: (readonly Cell[])[] = []
  for await (const part of reader.rows(names)) for (const { cells } of part) rows.push(cells)
  return rows
}

describe('a workbook', () => {
  const columns = [
    { name: 'n', kind: 'number' },
    { name: 'yes', kind: 'boolean' },
    { name: 'day', kind: 'date' },
    { name: 'at', kind: 'timestamp' },
    { name: 'text', kind: 'text' },
  ] as const
  const read = async (rows: readonly (readonly Cell[])[]) =>
    cellsOf(
      createXlsxReader(await stored(writeXlsx(columns, inBatches(rows))), {
        kind: 'xlsx',
        has_header: true,
        sheet: '',
      }),
    )

  it('has the values that were written', async () => {
    expect(
      await read([
        ['1.5', 't', '2026-02-28', '2026-02-28 13:45:06', 'a & <b> "c" _x0041_ \u0007'],
        [null, 'f', '9999-12-31', '1999-01-01 00:00:01', null],
        ['-42', null, null, null, ' two\nlines '],
      ]),
    ).toEqual([
      ['1.5', 'true', '2026-02-28', '2026-02-28 13:45:06', 'a & <b> "c" _x0041_ \u0007'],
      [null, 'false', '9999-12-31', '1999-01-01 00:00:01', null],
      ['-42', null, null, null, ' two\nlines '],
    ])
  })

  it.each([
    ['12345678901234567890.5', 'n'],
    ['NaN', 'n'],
    ['infinity', 'day'],
    ['0044-03-15 BC', 'day'],
    ['1900-01-05', 'day'],
    ['2026-01-01 00:00:00.123456', 'at'],
  ])('has %s, which a sheet would change, as text', async (value, name) => {
    const row = columns.map((column) => (column.name === name ? value : '1'))
    expect((await read([row]))[0]).toContain(value)
  })

  it('has no formula, whatever a text begins with', async () => {
    const text = '=HYPERLINK("http://evil.example","x")'
    expect((await read([[null, null, null, null, text]]))[0]?.at(4)).toBe(text)
    const chunks: Buffer[] = []
    for await (const chunk of writeXlsx(columns, inBatches([[text, text, text, text, text]])))
      chunks.push(chunk)
    expect(Buffer.concat(chunks).toString('latin1')).not.toContain('<f>')
  })

  it('is not finished with a text that is too long', async () => {
    const long = 'x'.repeat(MAX_XLSX_CELL_LENGTH + 1)
    await expect(stored(writeXlsx(columns, inBatches([[long]])))).rejects.toThrow(/too long/)
  })
})

describe('a Parquet file', () => {
  const columns = [
    { name: 'yes', kind: 'boolean' },
    { name: 'small', kind: 'integer' },
    { name: 'large', kind: 'bigint' },
    { name: 'ratio', kind: 'double' },
    { name: 'day', kind: 'date' },
    { name: 'at', kind: 'timestamp' },
    { name: 'moment', kind: 'timestamptz' },
    { name: 'id', kind: 'uuid' },
    { name: 'text', kind: 'text' },
  ] as const
  const row = [
    't',
    '-7',
    '9223372036854775807',
    '0.1',
    '1969-07-20',
    '2026-02-28 13:45:06.123456',
    '2026-02-28 13:45:06.5+05:30',
    '0195f7c2-4b3a-7c11-9b52-6d0c0f2f1a10',
    '12345678901234567890.55',
  ]

  it('has the values that were written, nulls and all', async () => {
    const empty = columns.map(() => null)
    const file = await stored(writeParquet(columns, inBatches([row, empty, row], 1)))
    const cells = await cellsOf(createParquetReader(file))
    expect(cells).toHaveLength(3)
    expect(cells[1]).toEqual(empty)
    expect(cells[0]).toEqual([
      'true',
      '-7',
      '9223372036854775807',
      '0.1',
      '1969-07-20',
      expect.stringMatching(/^2026-02-28[T ]13:45:06\.123456/),
      expect.stringMatching(/^2026-02-28[T ]08:15:06\.5/),
      '0195f7c2-4b3a-7c11-9b52-6d0c0f2f1a10',
      '12345678901234567890.55',
    ])
  })

  it('is complete without rows, and with several columns of one name', async () => {
    const twice = [
      { name: 'a', kind: 'text' },
      { name: 'a', kind: 'text' },
    ] as const
    const file = await stored(writeParquet(twice, inBatches([])))
    const reader = createParquetReader(file)
    expect((await reader.columns()).map(({ name }) => name)).toEqual(['a', 'a_2'])
    expect(await cellsOf(reader)).toEqual([])
  })

  it('is not finished with a value that its type does not have', async () => {
    const rows = [row.with(4, 'infinity')]
    await expect(stored(writeParquet(columns, inBatches(rows)))).rejects.toThrow(/date/)
  })
})
