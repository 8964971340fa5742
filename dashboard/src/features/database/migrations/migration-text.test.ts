import { expect, it } from 'vitest'
import { appliedAt, scriptOf } from './migration-text.ts'

it.each([
  ['20250312093005', '2025-03-12T09:30:05.000Z'],
  ['20251399000000', undefined],
  ['0001', undefined],
])('reads the version %s as the time %s', (version, time) => {
  expect(appliedAt(version)).toBe(time)
})

it('joins statements with or without a semicolon', () => {
  expect(scriptOf(['select 1', 'select 2;\n', ''])).toBe('select 1;\n\nselect 2;')
})
