import { describe, expect, it } from 'vitest'
import type { ListedSnippet } from '../list-with-drafts.ts'
import { countInside, foundRows, libraryRows, type LibraryRow } from './library-rows.ts'

const query = (id: string, change: Partial<ListedSnippet> = {}): ListedSnippet => ({
  id,
  type: 'sql',
  name: id,
  inserted_at: '2026-01-01',
  updated_at: '2026-01-01',
  visibility: 'private',
  folder_id: null,
  is_favorite: false,
  is_own: true,
  can_edit: true,
  author: 'ada@example.com',
  updated_by: null,
  isUnsaved: false,
  isStored: true,
  ...change,
})
const folder = (id: string, parent: string | null = null, visibility = 'private' as const) => ({
  id,
  name: id,
  visibility,
  parent_id: parent,
})
const folders = [folder('reports'), folder('monthly', 'reports')]
const outline = (rows: readonly LibraryRow[]) =>
  rows.map((row) => {
    if (row.kind === 'section') return `# ${row.key} ${row.count}`
    if (row.kind === 'folder') return `${'  '.repeat(row.level)}${row.key}/ ${row.count}`
    return `${'  '.repeat(row.level)}${row.snippet.name}`
  })
const show = (snippets: readonly ListedSnippet[], toggled: string[] = []) =>
  outline(libraryRows({ snippets, folders, order: 'changed', toggled: new Set(toggled) }))

describe('the rows of the list', () => {
  it('are favorites, the shared and the private tree', () => {
    const snippets = [
      query('a', { is_favorite: true }),
      query('b', { visibility: 'shared' }),
      query('c', { folder_id: 'monthly' }),
    ]
    expect(show(snippets)).toEqual([
      '# favorites 1',
      'a',
      '# shared 1',
      'b',
      '# private 2',
      'reports/ 1',
      'a',
    ])
    expect(show(snippets, ['favorites', 'shared', 'reports', 'monthly'])).toEqual([
      '# favorites 1',
      '# shared 1',
      '# private 2',
      'reports/ 1',
      '  monthly/ 1',
      '    c',
      'a',
    ])
  })

  it('have a query at the top if its folder is unknown', () => {
    expect(show([query('a', { folder_id: 'gone' })])).toEqual(['# private 1', 'reports/ 0', 'a'])
  })

  it('are sorted by time or by name, numbers by their value', () => {
    const snippets = [
      query('q10', { updated_at: '2026-01-03' }),
      query('q2', { inserted_at: '2026-01-05' }),
    ]
    const names = (order: 'changed' | 'created' | 'name') =>
      outline(libraryRows({ snippets, folders: [], order, toggled: new Set() })).slice(1)
    expect(names('changed')).toEqual(['q10', 'q2'])
    expect(names('created')).toEqual(['q2', 'q10'])
    expect(names('name')).toEqual(['q2', 'q10'])
  })
})

it('counts the queries in a folder and below it', () => {
  const snippets = [query('a', { folder_id: 'reports' }), query('b', { folder_id: 'monthly' })]
  expect(countInside({ folders, snippets }, 'reports')).toBe(2)
})

it('finds queries by name, then those whose text the server has found', () => {
  const matches = [{ id: 'b', excerpt: 'select flint' }]
  const rows = foundRows([query('a'), query('b'), query('Flint')], 'name', {
    text: 'flint',
    matches,
  })
  expect(outline(rows)).toEqual(['Flint', 'b'])
  expect(rows.at(-1)).toMatchObject({ excerpt: 'select flint' })
})
