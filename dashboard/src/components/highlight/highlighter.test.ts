import { describe, expect, it } from 'vitest'
import { createHighlighter } from './highlighter.ts'

const highlight = createHighlighter()

/** The colored parts of the code, each with its kind. */
const colored = (code: string) =>
  highlight(code, 'sql').flatMap(({ kind, text }) =>
    ['keyword', 'string', 'comment', 'number'].includes(kind) ? [`${kind}: ${text.trim()}`] : [],
  )

describe('the SQL grammar', () => {
  it.each([
    ['Select x AND y', ['keyword: Select', 'keyword: AND']],
    ['x::timestamptz', ['keyword: timestamptz']],
    ['"select" t.order', []],
    ['$1 1_000.5e-3 0xFF', ['number: $1', 'number: 1_000.5e-3', 'number: 0xFF']],
    ["'a''b' c", ["string: 'a''b'"]],
    ["'C:\\' is", ["string: 'C:\\'", 'keyword: is']],
    ["E'a\\'b' is", ["string: E'a\\'b'", 'keyword: is']],
    ["'costs $$' is", ["string: 'costs $$'", 'keyword: is']],
    ["'two\nlines' is", ["string: 'two", "string: lines'", 'keyword: is']],
    ['/* a /* b */ c */ is', ['comment: /* a /* b */ c */', 'keyword: is']],
    ['-- is\nis', ['comment: -- is', 'keyword: is']],
    ["$$it's$$ is", ["string: $$it's$$", 'keyword: is']],
    ['$Q$ $$ $q1$ $Q$ is', ['string: $Q$ $$ $q1$ $Q$', 'keyword: is']],
    [
      "AS $F$ raise 'a'; $$b$$ $F$ is",
      [
        'keyword: AS',
        'keyword: $F$',
        'keyword: raise',
        "string: 'a'",
        'string: $$b$$',
        'keyword: $F$',
        'keyword: is',
      ],
    ],
    ["do\n$$ '$$ is", ['keyword: do', 'keyword: $$', "string: '", 'keyword: $$', 'keyword: is']],
    ['as t', ['keyword: as']],
    [
      'create or replace function f() returns trigger',
      ['create', 'or', 'replace', 'function', 'returns', 'trigger'].map(
        (word) => `keyword: ${word}`,
      ),
    ],
  ])('%s', (code, expected) => {
    expect(colored(code)).toEqual(expected)
  })

  it('gives back the code', () => {
    const code = "select '\n$$ /* \n é😀 \" $x$ e'\\"
    expect(
      highlight(code, 'sql')
        .map(({ text }) => text)
        .join(''),
    ).toBe(code)
  })
})

it.each([
  ['typescript', 'export type Row = { id: number }', 'keyword: export'],
  ['go', 'type Row struct { ID int64 }', 'keyword: type'],
  ['swift', 'internal struct Row { let id: Int }', 'keyword: struct'],
  ['python', 'class Row: pass', 'keyword: class'],
] as const)('highlights %s', (language, code, expected) => {
  const parts = highlight(code, language)
  expect(parts.map(({ kind, text }) => `${kind}: ${text}`)).toContain(expected)
})
