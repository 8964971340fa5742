import { expect, it } from 'vitest'
import { fileNameOf, isOlder, readFileName } from './migration-file.ts'

it.each([
  ['20250312093005_create_notes.sql', { version: '20250312093005', name: 'create_notes' }],
  ['1_a.b c.sql', { version: '1', name: 'a.b c' }],
  ['create_notes.sql', undefined],
  ['20250312093005.sql', undefined],
  ['20250312093005_notes.txt', undefined],
])('reads the file name %s', (name, expected) => {
  expect(readFileName(name)).toEqual(expected)
})

it('gives a migration a file name that is safe in every folder', () => {
  expect(fileNameOf({ version: '1', name: '../a b' })).toBe('1__a_b.sql')
  expect(fileNameOf({ version: '1', name: null })).toBe('1_migration.sql')
})

it.each([
  ['9', '10', true],
  ['11', '10', false],
  ['1', undefined, false],
])('compares the versions %s and %s', (version, other, expected) => {
  expect(isOlder(version, other)).toBe(expected)
})
