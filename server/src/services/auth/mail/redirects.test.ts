import { expect, it } from 'vitest'
import { authSettings } from '@stoa/contract/services/auth/settings'
import { createSettings } from '../../../project/settings.ts'
import { chooseRedirect, withFragment } from './redirects.ts'

const settings = createSettings({
  auth: {
    site_url: 'https://app.example.com',
    uri_allow_list: [
      'https://*.preview.example.com/**',
      'https://exact.example.com/back',
      'myapp://auth',
      'https://one.example.com/?',
    ],
  },
}).of(authSettings)

it.each([
  ['https://app.example.com/any/page?x=1', true],
  ['http://app.example.com:3000', true],
  ['https://a.preview.example.com/deep/er', true],
  ['https://a.b.preview.example.com/deep', false],
  ['https://exact.example.com/back/', true],
  ['https://exact.example.com/back/more', false],
  ['https://exactXexample.com/back', false],
  ['https://one.example.com/a', true],
  ['https://one.example.com/ab', false],
  ['myapp://auth', true],
  ['https://evil.example', false],
  ['https://app.example.com@evil.example/', false],
  ['https://app.example.com:x@app.example.com/', false],
  ['https://app.example.com.evil.example/', false],
  ['//app.example.com', false],
  ['javascript:alert(1)//app.example.com', false],
  ['', false],
  [undefined, false],
  [['https://app.example.com'], false],
])('allows a redirect to %s: %s', (candidate, isAllowed) => {
  expect(chooseRedirect(settings, [candidate])).toBe(
    isAllowed ? candidate : 'https://app.example.com',
  )
})

it('redirects to the first candidate that is allowed', () => {
  expect(
    chooseRedirect(settings, ['https://evil.example', 'myapp://auth', 'https://app.example.com/x']),
  ).toBe('myapp://auth')
})

it('replaces the fragment of the address with the values', () => {
  expect(withFragment('https://app.example.com/x?y=1#old', { b: 'ä ö', a: '1' })).toBe(
    'https://app.example.com/x?y=1#a=1&b=%C3%A4+%C3%B6',
  )
})
