import { expect, it } from 'vitest'
import { keepInlineSql, readInlineSql } from './inline-sql.ts'
import { countUnsavedDrafts } from './unsaved-drafts.ts'

it('keeps the text of each project as a draft of the account, until it is empty', () => {
  keepInlineSql('one', 'select 1')
  keepInlineSql('two', 'select 2')
  expect([readInlineSql('one'), readInlineSql('two')]).toEqual(['select 1', 'select 2'])
  expect(countUnsavedDrafts(localStorage)).toBe(2)
  keepInlineSql('one', ' ')
  keepInlineSql('two', '')
  expect([readInlineSql('one'), countUnsavedDrafts(localStorage)]).toEqual(['', 0])
})
