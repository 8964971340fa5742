import { expect, it } from 'vitest'
import { entriesOf, previewKind } from './entries.ts'
import { moveActive } from './list-keys.ts'
import { extended, NOTHING, toggled, within } from './selection.ts'

const ORDER = ['a', 'b', 'c', 'd', 'e']
const namesOf = ({ names }: { names: ReadonlySet<string> }) => [...names]

it('selects a name and deselects it again', () => {
  const one = toggled(NOTHING, 'b')
  expect(namesOf(one)).toEqual(['b'])
  expect(namesOf(toggled(one, 'b'))).toEqual([])
})

it('extends from the last toggled name in both directions', () => {
  const one = toggled(NOTHING, 'c')
  expect(namesOf(extended(one, 'e', ORDER))).toEqual(['c', 'd', 'e'])
  expect(namesOf(extended(extended(one, 'e', ORDER), 'b', ORDER)).sort()).toEqual([
    'b',
    'c',
    'd',
    'e',
  ])
})

it('selects only the name when there is nothing to extend from', () => {
  expect(namesOf(extended(NOTHING, 'b', ORDER))).toEqual(['b'])
  expect(namesOf(extended({ names: new Set(), anchor: 'gone' }, 'b', ORDER))).toEqual(['b'])
})

it('drops names that left the list', () => {
  const some = { names: new Set(['a', 'gone']), anchor: 'a' }
  expect(namesOf(within(some, ORDER))).toEqual(['a'])
})

it.each([
  ['ArrowDown', 3],
  ['ArrowUp', 1],
  ['PageDown', 4],
  ['PageUp', 0],
  ['Home', 0],
  ['End', 4],
  ['x', undefined],
])('moves from the third of five rows with %s to %s', (key, next) => {
  expect(moveActive(key, { active: 2, page: 10, count: 5 })).toBe(next)
})

const object = (name: string, content_type: string | null = null) => ({
  id: name,
  name,
  size: 1,
  content_type,
  cache_control: null,
  created_at: '',
  updated_at: '',
})

it('keeps the order of pages, with the folders of each page first', () => {
  const pages = [
    { folders: ['b/'], objects: [object('a')] },
    { folders: ['d/'], objects: [object('c')] },
  ]
  expect(entriesOf(pages).map(({ name }) => name)).toEqual(['b/', 'a', 'd/', 'c'])
})

it.each([
  ['a.png', 'image/png', 'image'],
  ['a.svg', 'image/svg+xml', 'image'],
  ['a.mp4', 'video/mp4', 'video'],
  ['a.mp3', 'audio/mpeg', 'audio'],
  ['a.pdf', 'application/pdf', 'pdf'],
  ['a.html', 'text/html; charset=utf-8', 'text'],
  ['a.json', 'application/json', 'text'],
  ['a', 'application/ld+json', 'text'],
  ['a.md', 'application/octet-stream', 'text'],
  ['a.ts', null, 'text'],
  ['a.zip', 'application/zip', 'none'],
  ['a.bin', 'application/octet-stream', 'none'],
])('previews %s of type %s as %s', (name, type, kind) => {
  expect(previewKind(object(name, type))).toBe(kind)
})
