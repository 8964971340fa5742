import { expect, it } from 'vitest'
import { keepInlineSql, readInlineSql } from './inline-sql.ts'
import { countUnsavedDrafts } from './unsaved-drafts.ts'

it('keeps the text of each project as a draft of the account, until it is empty', () => {
  keepInlineSql('one', 'query', 'select 1')
  keepInlineSql('two', 'query', 'select 2')
  expect([readInlineSql('one', 'query'), readInlineSql('two', 'query')]).toEqual([
    'select 1',
    'select 2',
  ])
  expect(countUnsavedDrafts(localStorage)).toBe(2)
  keepInlineSql('one', 'query', ' ')
  keepInlineSql('two', 'query', '')
  expect([readInlineSql('one', 'query'), countUnsavedDrafts(localStorage)]).toEqual(['', 0])
})

it('keeps the query apart from the objects that are edited as SQL', () => {
  keepInlineSql('one', 'query', 'select 1')
  keepInlineSql('one', 'trigger-7', 'create or replace trigger …')
  expect(readInlineSql('one', 'query')).toBe('select 1')
  expect(readInlineSql('one', 'trigger-7')).toBe('create or replace trigger …')
  expect(readInlineSql('one', 'trigger-8')).toBe('')
})
