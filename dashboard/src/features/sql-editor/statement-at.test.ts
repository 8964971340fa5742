import { expect, it } from 'vitest'
import { statementAt } from './statement-at.ts'

/** The statement at the cursor, which the text marks with `|`. */
const at = (marked: string) => statementAt(marked.replace('|', ''), marked.indexOf('|'))

it.each([
  ['inside a statement', 'select 1; sel|ect 2; select 3', 'select 2'],
  ['at its first character', 'select 1; |select 2', 'select 2'],
  ['before its semicolon', 'select 1|; select 2', 'select 1'],
  ['after its semicolon', 'select 1;|\nselect 2', 'select 1'],
  ['after a comment on its line', 'select 1; -- one |\nselect 2', 'select 1'],
  ['on an empty line before the next one', 'select 1;\n|\nselect 2', 'select 2'],
  ['after the last one', 'select 1;\n\n|', 'select 1'],
  ['in a quoted semicolon', "select ';|'; select 2", "select ';'"],
  ['in a dollar quote', 'do $$ begin; |end $$; select 2', 'do $$ begin; end $$'],
  [
    'in a statement that begins with a parenthesis',
    'select 0; (select 1|) limit 1',
    '(select 1) limit 1',
  ],
  [
    'in the body of a function of standard SQL',
    'create function f() returns int begin atomic select 1; sele|ct case when true then 2 end; end; select 3',
    'create function f() returns int begin atomic select 1; select case when true then 2 end; end',
  ],
  [
    'in a rule with several commands',
    'create rule r as on insert to t do also (select 1; sel|ect 2); select 3',
    'create rule r as on insert to t do also (select 1; select 2)',
  ],
])('finds the statement with the cursor %s', (_name, marked, expected) => {
  expect(at(marked)?.sql).toBe(expected)
})

it('says where the statement starts', () => {
  expect(at('select 1;\n  /* two */ select |2')?.start).toEqual({ line: 2, column: 13 })
})

it('finds none in a text without statements', () => {
  expect(at('-- |nothing')).toBeUndefined()
})
