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

/** As Node hands a head on: a letter a byte. */
const sent = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

it('reads UTF-8 as it was sent', () => {
  const headers = { 'x-port': sent('Å⚓'), cookie: `port=${sent('Å⚓')}` }
  expect(JSON.parse(headersJson(headers))).toEqual({ 'x-port': 'Å⚓' })
  expect(JSON.parse(cookiesJson(headers))).toEqual({ port: 'Å⚓' })
})

it('leaves bytes that are no UTF-8 as they came', () => {
  expect(JSON.parse(headersJson({ 'x-port': 'Bodø' }))).toEqual({ 'x-port': 'Bodø' })
})
