import { expect, it } from 'vitest'
import { countUnsavedDrafts } from './unsaved-drafts.ts'

it('counts the drafts that only this browser has', () => {
  localStorage.setItem('stoa.sql-draft.abc.1', '{"sql":"select 1","name":"One"}')
  localStorage.setItem('stoa.sql-draft.def.2', '{"sql":"select 2"}')
  localStorage.setItem('stoa.sql-draft.abc.3', '{"sql":"  ","name":"Untitled query"}')
  localStorage.setItem('stoa.sql-draft.abc.4', '{"sql":')
  localStorage.setItem('stoa.history.abc.sql', '{"sql":"select 1"}')
  expect(countUnsavedDrafts(localStorage)).toBe(2)
})
