import { expect, it } from 'vitest'
import { cookiesJson, headersJson } from './request-settings.ts'

it('tells headers and cookies apart', () => {
  const headers = { accept: 'text/csv', cookie: 'a=1; b = x=y ;c' }
  expect(JSON.parse(headersJson(headers))).toEqual({ accept: 'text/csv' })
  expect(JSON.parse(cookiesJson(headers))).toEqual({ a: '1', b: 'x=y', c: '' })
})

it('has no cookies where none were sent', () => {
  expect(headersJson({ accept: '*/*' })).toBe('{"accept":"*/*"}')
  expect(cookiesJson({ accept: '*/*' })).toBe('{}')
})

it('takes a cookie named like what objects inherit for any other', () => {
  expect(cookiesJson({ cookie: '__proto__=1' })).toBe('{"__proto__":"1"}')
})
