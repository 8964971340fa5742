import { expect, it } from 'vitest'
import { listWithDrafts } from './list-with-drafts.ts'

const draft = (name: string, sql: string) => ({
  name,
  sql,
  base_version: 0,
  kept_at: '2026-01-02T00:00:00Z',
})
const stored = {
  id: 'a',
  type: 'sql' as const,
  name: 'Old name',
  version: 1,
  inserted_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  visibility: 'private' as const,
  folder_id: null,
  is_favorite: false,
  is_own: true,
  can_edit: true,
  author: 'ada@example.com',
  updated_by: null,
}

it('lists unsaved snippets first, and stored snippets under their newest name', () => {
  const list = listWithDrafts(
    [stored, { ...stored, id: 'b', name: 'Other' }],
    [
      { id: 'a', draft: draft('New name', 'select 1') },
      { id: 'c', draft: draft('Only here', 'select 2') },
    ],
  )
  expect(list.map(({ id, name, isUnsaved }) => [id, name, isUnsaved])).toEqual([
    ['c', 'Only here', true],
    ['a', 'New name', true],
    ['b', 'Other', false],
  ])
})

it('leaves out a new query without text', () => {
  expect(listWithDrafts([], [{ id: 'c', draft: draft('Untitled query', '') }])).toEqual([])
})
