import { expect, it } from 'vitest'
import { migrationFileName, slugOf } from './file-names.ts'

it.each([
  ['Select from orders', 'select_from_orders'],
  ['  ../Größe & 小林.sql ', 'gro_e_sql'],
  ['小林', 'query'],
  ['x'.repeat(200), 'x'.repeat(60)],
])('turns %s into a file name', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

it('names a migration after its time in UTC', () => {
  const now = new Date('2026-03-01T12:34:56.789Z')
  expect(migrationFileName('Create orders', now)).toBe('20260301123456_create_orders.sql')
})
