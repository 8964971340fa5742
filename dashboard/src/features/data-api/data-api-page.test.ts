import { dataApiSettings, type DataApiSettings } from '@stoa/contract/services/data-api/settings'
import { describe, expect, it } from 'vitest'
import { settingsProblems } from '../../components/settings/settings-problems.ts'
import { dataApiPage } from './data-api-page.tsx'

const problems = (change: Partial<DataApiSettings>) =>
  settingsProblems(dataApiPage, { ...dataApiSettings.defaults, ...change })

describe('the Data API settings page', () => {
  it('accepts the default settings of a new project', () => {
    expect(problems({})).toEqual({})
  })

  it.each([0, 1.5, -1, 1_000_001, Number.NaN])(
    'rejects %d as the maximum number of rows',
    (max_rows) => {
      expect(problems({ max_rows })).toEqual({
        max_rows: 'Enter a whole number from 1 to 1,000,000.',
      })
    },
  )

  it('requires at least one schema, unless the API is off', () => {
    expect(Object.keys(problems({ exposed_schemas: [] }))).toEqual(['exposed_schemas'])
    expect(problems({ exposed_schemas: [], enabled: false })).toEqual({})
  })

  it.each(['check_request', 'private.check_request', 'straße.größe', '_a.b1'])(
    'accepts %s as the name of a function',
    (db_pre_request) => expect(problems({ db_pre_request })).toEqual({}),
  )

  it.each(['check_request()', 'a.b.c', '.a', 'a.', '1a', 'a b', 'a;b', '"a"'])(
    'rejects %s as the name of a function',
    (db_pre_request) =>
      expect(Object.keys(problems({ db_pre_request }))).toEqual(['db_pre_request']),
  )

  it('has a field for every setting of the section', () => {
    const fields = dataApiPage.parts.flatMap((part) => part.fields.map(({ name }) => name))
    expect(fields.toSorted()).toEqual(Object.keys(dataApiSettings.defaults).toSorted())
  })
})
