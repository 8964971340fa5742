import { expect, it } from 'vitest'
import { zipNames } from './zip-names.ts'

it.each([
  ['photos/', ['photos/a.png', 'photos/2026/b.png'], ['a.png', '2026/b.png']],
  ['', ['photos/a.png'], ['photos/a.png']],
  ['', ['ü ☃ 100%?.txt', 'a"b.txt'], ['ü ☃ 100%?.txt', 'a"b.txt']],
  ['', ['caf\u00e9', 'cafe\u0301'], ['caf\u00e9', 'cafe\u0301']],
  ['', ['a//b', 'a/_/b', '/c', 'd/'], ['a/_/b', 'a/_/b (1)', '_/c', 'd/_']],
])('names the files of %s in an archive', (folder, names, expected) => {
  expect(zipNames(names, folder)).toEqual(expected)
})
