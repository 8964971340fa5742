import { expect, it } from 'vitest'
import { cookiesJson, headersJson } from '../../lib/header-text.ts'
import { runInRequest, type ActiveRequest } from '../../lib/request-id.ts'
import { createSettings } from './settings.ts'

it('has one statement for each set of names, under a name that never means another', () => {
  const settingsOf = createSettings()
  const of = (...names: readonly string[]) =>
    settingsOf({
      role: 'anon',
      settings: Object.fromEntries(names.map((name) => [name, 'value'])),
      isReadOnly: false,
    })
  expect(of('a.b', 'c.d').name).toBe(of('a.b', 'c.d').name)
  const texts = new Map<string | undefined, string>()
  for (let round = 0; round < 2; round += 1)
    for (let count = 0; count < 1000; count += 1) {
      const { name, text } = of(`own.s${count}`)
      expect(texts.get(name) ?? text).toBe(text)
      texts.set(name, text)
    }
})

it('names the request for the log of Postgres, until the request is over', () => {
  const settingsOf = createSettings()
  const read = () => settingsOf({ role: 'anon', settings: {}, isReadOnly: true })
  const request: ActiveRequest = { id: 'r1' }
  runInRequest(request, () => {
    expect(read().values).toEqual(['anon', 'on', 'stoa-data-api r1'])
    expect(read().text).toContain(`'application_name', $3, true`)
    request.id = undefined
    expect(read().values).toEqual(['anon', 'on'])
  })
  expect(read().values).toEqual(['anon', 'on'])
})

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

/** The text as Node passes it on from a header: one character per byte. */
const sent = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

it('decodes UTF-8', () => {
  const headers = { 'x-port': sent('Å⚓'), cookie: `port=${sent('Å⚓')}` }
  expect(JSON.parse(headersJson(headers))).toEqual({ 'x-port': 'Å⚓' })
  expect(JSON.parse(cookiesJson(headers))).toEqual({ port: 'Å⚓' })
})

it('keeps bytes that are not valid UTF-8', () => {
  expect(JSON.parse(headersJson({ 'x-port': 'Bodø' }))).toEqual({ 'x-port': 'Bodø' })
})
