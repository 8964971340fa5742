import { describe, expect, it } from 'vitest'
import { readTextShape } from './query/text-shape.ts'
import { scanSql } from './sql-text.ts'

const kinds = (text: string) =>
  [...scanSql(text)].map((token) => ('text' in token ? token.text : token.kind))

describe('scanning SQL text', () => {
  it.each([
    ["select 'a''b', 1;", ['select', 'quoted', 'quoted', ',', ';']],
    ["E'a\\';b''c' x", ['quoted', 'x']],
    ["e 'a\\' x", ['e', 'quoted', 'x']],
    ["type'x'", ['type', 'quoted']],
    ['"a;""b" ;', ['quoted', 'quoted', ';']],
    ['$$ ; $x$ $$ ;', ['quoted', ';']],
    ['$größe$ $$ ; $größe$ a', ['quoted', 'a']],
    ['a$b$c $1', ['a$b$c', 'parameter']],
    ['1 -- ; \n 2 /* ; /* */ ; */ x', ['x']],
    ["'never", ['unterminated']],
    ["E'never\\'", ['unterminated']],
    ['/* /* */', ['unterminated']],
    ['$a$ $b$', ['unterminated']],
    ['-- to the end', []],
  ])('%s', (text, expected) => {
    expect(kinds(text)).toEqual(expected)
  })
})

describe('the shape of SQL text', () => {
  it.each([
    ['', 0, false],
    [' ; ; ', 0, false],
    ['select 1', 1, true],
    ['select 1;', 1, true],
    ['(select 1) union (select 2)', 1, true],
    ['with a as (select 1) select * from a', 1, true],
    ['with a as (select 1) insert into t select * from a', 1, false],
    ['with a as (select 1) delete from t', 1, false],
    ['values (1)', 1, true],
    ['insert into t values (1)', 1, false],
    ['select $1', 1, false],
    ['select 1; select 2', 2, false],
    ["select ';'", 1, true],
  ])('%s', (text, statementCount, isPlainSelect) => {
    expect(readTextShape(text)).toMatchObject({ statementCount, isPlainSelect })
  })

  it('has the start of each statement', () => {
    const text = " ;-- a;\n select ';';;\n$$x$$ ; 😀()"
    const { statementStarts } = readTextShape(text)
    expect(statementStarts.map((start) => text.slice(start, start + 2))).toEqual(['se', '$$', '😀'])
  })

  it.each([
    ['create function f() returns int begin atomic select 1; select 2; end; select 3', 2, 4],
    ['create rule r as on insert to t do also (delete from a; delete from b); select 1', 2, 3],
    ['select (1; commit; drop table t', 1, 3],
    ["do $$ begin perform 1; end $$; select ';'", 2, 2],
  ])(
    'counts statements as people do, and splits read-only text at each semicolon: %s',
    (text, statementCount, parts) => {
      const shape = readTextShape(text)
      expect([shape.statementCount, shape.partStarts.length]).toEqual([statementCount, parts])
      expect(shape.isPlainSelect).toBe(false)
    },
  )
})
