import { expect, it } from 'vitest'
import { cookiesJson, headersJson } from './settings.ts'

it('separates headers and cookies', () => {
  const headers = { accept: 'text/csv', cookie: 'a=1; b = x=y ;c' }
  expect(JSON.parse(headersJson(headers))).toEqual({ accept: 'text/csv' })
  expect(JSON.parse(cookiesJson(headers))).toEqual({ a: '1', b: 'x=y', c: '' })
})

it('returns no cookies when none were sent', () => {
  expect(headersJson({ accept: '*/*' })).toBe('{"accept":"*/*"}')
  expect(cookiesJson({ accept: '*/*' })).toBe('{}')
})

it('accepts a cookie named like an inherited property of objects', () => {
  expect(cookiesJson({ cookie: '__proto__=1' })).toBe('{"__proto__":"1"}')
})

/** As Node passes on a header: one character per byte. */
const sent = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

it('decodes UTF-8', () => {
  const headers = { 'x-port': sent('Å⚓'), cookie: `port=${sent('Å⚓')}` }
  expect(JSON.parse(headersJson(headers))).toEqual({ 'x-port': 'Å⚓' })
  expect(JSON.parse(cookiesJson(headers))).toEqual({ port: 'Å⚓' })
})

it('keeps bytes that are not valid UTF-8', () => {
  expect(JSON.parse(headersJson({ 'x-port': 'Bodø' }))).toEqual({ 'x-port': 'Bodø' })
})
