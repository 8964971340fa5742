import { expect, it } from 'vitest'
import { PrivilegesSearch } from './privileges-search.ts'

it('keeps valid names and drops the rest', () => {
  const search = { schema: 'app', table: 'note', role: 'anon' }
  expect(PrivilegesSearch(search)).toEqual(search)
  expect(PrivilegesSearch({ schema: 7, table: '', role: 'r'.repeat(64) })).toEqual({})
})
