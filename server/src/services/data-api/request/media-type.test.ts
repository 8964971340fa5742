import { describe, expect, it } from 'vitest'
import { parseAccept } from './media-type.ts'

const types = (header: string | undefined) => parseAccept(header).map(({ type }) => type)

describe('Accept', () => {
  it('is sorted by quality, then by position', () => {
    expect(types('text/csv;q=0.5, Application/JSON, text/plain ; q=0.9, image/png')).toEqual([
      'application/json',
      'image/png',
      'text/plain',
      'text/csv',
    ])
  })

  it('is sorted by specificity if the quality is equal', () => {
    expect(types('*/*, text/csv, image/*, application/json;charset=utf-8, text/plain;q=x')).toEqual(
      ['application/json', 'text/csv', 'text/plain', 'image/*', '*/*'],
    )
  })

  it.each([undefined, '', ' ', '*/*'])('accepts any type if it is %j', (header) => {
    expect(types(header)).toEqual(['*/*'])
  })

  it('keeps quoted text together', () => {
    const header =
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json;nulls=stripped"; options=analyze|wal, text/csv'
    expect(parseAccept(header)).toMatchObject([
      {
        type: 'application/vnd.pgrst.plan+json',
        explainedType: 'application/vnd.pgrst.object+json;nulls=stripped',
        explainOptions: ['analyze', 'wal'],
      },
      { type: 'text/csv' },
    ])
  })
})
