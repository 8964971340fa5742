import { expect, it } from 'vitest'
import {
  baseName,
  commonFolder,
  folderOf,
  nameProblem,
  publicUrl,
  stepsOf,
  typedFolder,
} from './paths.ts'
import { nextName } from '@stoa/contract/services/storage/next-name'

it('lists the folders of a path, outermost first', () => {
  expect(stepsOf('')).toEqual([])
  expect(stepsOf('a/b c/')).toEqual([
    { name: 'a', folder: 'a/' },
    { name: 'b c', folder: 'a/b c/' },
  ])
  expect(stepsOf('a//')).toEqual([
    { name: 'a', folder: 'a/' },
    { name: '', folder: 'a//' },
  ])
})

it.each([
  ['a.txt', '', 'a.txt'],
  ['a/b/c.txt', 'a/b/', 'c.txt'],
  ['a/b/', 'a/', 'b'],
  ['a/', '', 'a'],
])('splits %j into folder %j and name %j', (name, folder, base) => {
  expect(folderOf(name)).toBe(folder)
  expect(baseName(name)).toBe(base)
})

it.each([
  ['', ''],
  ['/', ''],
  ['a', 'a/'],
  [' /a / b/', 'a/b/'],
])('reads the typed folder %j as %j', (typed, folder) => {
  expect(typedFolder(typed)).toBe(folder)
})

it.each([
  ['a.txt', 'a (1).txt'],
  ['x/a (1).txt', 'x/a (2).txt'],
  ['x.y/a', 'x.y/a (1)'],
  ['.env', '.env (1)'],
  ['report (2024).pdf', 'report (2024) (1).pdf'],
])('tries %j as %j when the name is taken', (name, next) => {
  expect(nextName(name)).toBe(next)
})

it.each(['', 'a/', 'a\\b', 'a\u0000', 'a/../b', '.', 'ä'.repeat(513)])(
  'refuses the name %j',
  (name) => {
    expect(nameProblem(name)).toEqual(expect.any(String))
  },
)

it.each(['a', 'a/b.txt', '...', 'ä'.repeat(512), '日本 語?#%.txt'])(
  'accepts the name %j',
  (name) => {
    expect(nameProblem(name)).toBeUndefined()
  },
)

it('encodes every part of a public URL', () => {
  expect(publicUrl('http://h/p/r', 'my files', 'a b/c?#%.txt')).toBe(
    'http://h/p/r/storage/v1/object/public/my%20files/a%20b/c%3F%23%25.txt',
  )
})

it.each([
  [['a/b/c', 'a/b/d/'], 'a/b/'],
  [['a/b/c', 'a/bc'], 'a/'],
  [['a/b', 'ab'], ''],
  [['photos/empty/'], 'photos/'],
  [[], ''],
])('finds the folder that contains %j', (names, folder) => {
  expect(commonFolder(names)).toBe(folder)
})
