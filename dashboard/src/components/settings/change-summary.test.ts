import { expect, it } from 'vitest'
import { changeSummary } from './change-summary.ts'
import { parseNameList } from './name-list.ts'

it('splits names at commas and line ends and drops duplicates', () => {
  expect(parseNameList('public, api ,\npublic\n\nstorage')).toEqual(['public', 'api', 'storage'])
})

it('names what a save changes', () => {
  const names = { max_rows: 'max rows', exposed_schemas: 'exposed schemas' }
  expect(changeSummary({ max_rows: 5, exposed_schemas: [] }, names)).toBe(
    'Unsaved changes: max rows and exposed schemas',
  )
})
