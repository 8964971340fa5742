import { describe, expect, it } from 'vitest'
import { ImportFailure } from '../import-failure.ts'
import { readScript } from './read-script.ts'

type Read = { texts: string[]; lines: number[]; data: string[] }

/** Reads a file that arrives in pieces of a length. */
async function read(text: string, length: number): Promise<Read> {
  async function* pieces() {
    for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
  }
  const found: Read = { texts: [], lines: [], data: [] }
  for await (const statement of readScript(pieces())) {
    found.texts.push(statement.text.trim())
    found.lines.push(statement.line)
    if (!/^copy/i.test(statement.text)) continue
    let data = ''
    for await (const rows of statement.data()) data += rows
    found.data.push(data)
  }
  return found
}

const SCRIPTS: [string, string[]][] = [
  ['select 1; select 2', ['select 1', 'select 2']],
  [
    "select ';', 'it''s;', E'\\';', '\\'; select 2;",
    ["select ';', 'it''s;', E'\\';', '\\'", 'select 2'],
  ],
  ["select E'a', 'b\\'; select e'\\\\'; x", ["select E'a', 'b\\'", "select e'\\\\'", 'x']],
  ['select ";", """;" ; y', ['select ";", """;"', 'y']],
  [
    '-- a; b\nselect 1 -- c;\n; /* ; /* ; */ ; */ select 2;',
    ['select 1 -- c;', '/* ; /* ; */ ; */ select 2'],
  ],
  [
    'do $$ begin; $x$ end $$; select $é$;$é$, a$b$c; z',
    ['do $$ begin; $x$ end $$', 'select $é$;$é$, a$b$c', 'z'],
  ],
  [
    'create rule r as on insert to t do (select 1; select 2); x',
    ['create rule r as on insert to t do (select 1; select 2)', 'x'],
  ],
  [
    'create or replace function f() returns int begin atomic select case when true then 1 end; select 2; end; x',
    [
      'create or replace function f() returns int begin atomic select case when true then 1 end; select 2; end',
      'x',
    ],
  ],
  ['begin; select 1; end; x', ['begin', 'select 1', 'end', 'x']],
  [';;\n ; select 1', ['select 1']],
  [
    '\uFEFFselect 1;\n\\restrict abc\nselect 2;\n\\unrestrict abc',
    ['select 1', '\\restrict abc', 'select 2', '\\unrestrict abc'],
  ],
  ['-- only a comment', []],
  ['', []],
]

describe.each([1, 2, 3, 1000])('a file in pieces of %d characters', (length) => {
  it.each(SCRIPTS)('splits %j', async (text, expected) => {
    expect((await read(text, length)).texts).toEqual(expected)
  })

  it('separates the data of COPY', async () => {
    const text =
      'copy a (x) from stdin;\n1\n\\.\nselect 1;\nCOPY b FROM stdin;\n\\.\ncopy c from stdin;\r\n;\\.x\r\n\\N\t\\\\.\r\n\\.\r\nx'
    const found = await read(text, length)
    expect(found.texts).toEqual([
      'copy a (x) from stdin',
      'select 1',
      'COPY b FROM stdin',
      'copy c from stdin',
      'x',
    ])
    expect(found.data).toEqual(['1\n', '', ';\\.x\r\n\\N\t\\\\.\r\n'])
    expect(found.lines).toEqual([1, 4, 5, 7, 11])
  })

  it.each([
    "select 'a",
    'select (1',
    '/* a',
    'select $$ a',
    'copy a from stdin;\n1\n',
    'copy a from stdin;\n1\n\\.x',
  ])('refuses %j, which is truncated', async (text) => {
    const error = await read(text, length).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ImportFailure)
    expect(error).toMatchObject({ problem: { code: 'import_script_incomplete' } })
  })
})

it.each(['-- ', '\\echo '])(
  'reads a line that begins with %j once, however long it is',
  async (start) => {
    const piece = 'x'.repeat(64 * 1024)
    async function* pieces() {
      yield `select 1;\n${start}`
      for (let count = 0; count < 4000; count += 1) yield piece
      yield '\nselect 2;'
    }
    const texts: string[] = []
    for await (const { text } of readScript(pieces())) texts.push(text.trim())
    expect(texts.filter((text) => text.startsWith('select'))).toEqual(['select 1', 'select 2'])
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(2000)
  },
)
