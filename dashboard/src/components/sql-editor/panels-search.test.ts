import { expect, it } from 'vitest'
import { keepSqlPanels, type SqlPanelsSearch } from './panels-search.ts'

const keep = (search: SqlPanelsSearch, wanted: (search: SqlPanelsSearch) => SqlPanelsSearch) =>
  keepSqlPanels({ search, next: wanted })

it('leaves the other parameters of the URL alone', () => {
  const search: object = { from: 'mail', inlineSql: 'query' }
  expect(keep(search, (same) => same)).toEqual({ from: 'mail', inlineSql: 'query' })
})

it('keeps a panel open for a link that does not mention it', () => {
  const link: object = { sort: 'name' }
  expect(keep({ running: 'all' }, () => link)).toEqual({ running: 'all', sort: 'name' })
})

it('closes a panel for a link that says so', () => {
  expect(keep({ running: 'all' }, () => ({ running: undefined })).running).toBeUndefined()
})
