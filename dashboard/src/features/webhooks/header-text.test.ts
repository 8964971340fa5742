import { expect, it } from 'vitest'
import { headersText, readHeaders } from './header-text.ts'

it('reads headers with values and vault secrets, and writes the same text again', () => {
  const text = 'x-source: stoa: 1\nauthorization: {{api key}}'
  const headers = [
    { name: 'x-source', value: 'stoa: 1' },
    { name: 'authorization', secret: 'api key' },
  ]
  expect(readHeaders(text)).toEqual(headers)
  expect(headersText(headers)).toBe(text)
  expect(readHeaders('')).toEqual([])
})

it('reports a line that is not a header', () => {
  expect(readHeaders('x-a: 1\nno header')).toBe('no header')
})
