import { expect, it } from 'vitest'
import { createDraftStore } from './drafts.ts'
import { startDraft } from './start-draft.ts'

it('creates a query once, and another one only after text was typed into the first', () => {
  const drafts = createDraftStore({
    projectRef: 'abc',
    storage: localStorage,
    now: () => new Date(0),
  })
  let ids = 0
  const newId = () => `id-${(ids += 1)}`
  expect(startDraft(drafts, newId)).toBe('id-1')
  expect(startDraft(drafts, newId)).toBe('id-1')
  drafts.write('id-1', { name: 'Untitled query', sql: 'select 1', base_version: 0 })
  expect(startDraft(drafts, newId)).toBe('id-2')
})
