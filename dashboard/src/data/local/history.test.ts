import { expect, it } from 'vitest'
import { forgetLastOpened, keepLastOpened, readLastOpened } from './history.ts'

// SPEC: "**Dashboard history per project**: last opened sql id and editor id."
it('stores separately for each project what was last open', () => {
  keepLastOpened('one', 'sql', 'a')
  keepLastOpened('one', 'editor', '17')
  keepLastOpened('two', 'sql', 'b')
  expect([
    readLastOpened('one', 'sql'),
    readLastOpened('one', 'editor'),
    readLastOpened('two', 'sql'),
    readLastOpened('two', 'editor'),
  ]).toEqual(['a', '17', 'b', null])
})

// SPEC: "Table editor. An id of 'new' is not recorded as history."
it("does not record an id of 'new'", () => {
  keepLastOpened('one', 'editor', '17')
  keepLastOpened('one', 'editor', 'new')
  expect(readLastOpened('one', 'editor')).toBe('17')
})

it('forgets a deleted item but nothing opened since', () => {
  keepLastOpened('one', 'sql', 'a')
  forgetLastOpened('one', 'sql', 'b')
  expect(readLastOpened('one', 'sql')).toBe('a')
  forgetLastOpened('one', 'sql', 'a')
  expect(readLastOpened('one', 'sql')).toBeNull()
})
