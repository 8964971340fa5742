import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { authSettings } from '@stoa/contract/services/auth/settings'
import { createSettings } from '../../../project/settings.ts'
import { chooseRedirect as choose, isAllowedRedirect, isPageOf, withFragment } from './redirects.ts'

const settings = createSettings({
  auth: {
    site_url: 'https://app.example.com',
    uri_allow_list: [
      'https://*.preview.example.com/**',
      'https://exact.example.com/back',
      'MyApp://auth',
      'https://one.example.com/?',
      'https://Port.example.com:443/Über/**',
      'https://*.bücher.example/',
      'http://**a**a**a**a**a**a**a**a**b',
    ],
  },
}).of(authSettings)

const NOWHERE = { dashboard: '', apis: '' }

function chooseRedirect(
  of: typeof settings,
  candidates: readonly unknown[],
  installation = NOWHERE,
): string {
  const policy = { allowsRedirect: (url: string) => isAllowedRedirect(of, url, installation) }
  return choose({ policy, settings: of }, candidates)
}

it.each([
  ['https://app.example.com/any/page?x=1', true],
  ['https://app.example.com:443/any', true],
  ['http://app.example.com/any', false],
  ['https://app.example.com:3000', false],
  ['http://app.example.com:3000', false],
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
  ['https://x@exact.example.com/back', false],
  ['https://port.example.com/%C3%9Cber/x', true],
  ['HTTPS://PORT.example.com:443/Über/x', true],
  ['https://neu.xn--bcher-kva.example', true],
  ['https://neu.bücher.example', true],
  ['https://16843009?.preview.example.com/x', false],
  ['https://16843009\\.preview.example.com/x', false],
  ['https://1%2e1%2e1%2e1/.preview.example.com/x', false],
  ['https:\\\\evil.example\\x', false],
  ['https://port.example.com/%C3%9Cber/../x', false],
  ['MyApp://auth', true],
  ['https://app.example.com.evil.example/', false],
  ['//app.example.com', false],
  ['javascript:alert(1)//app.example.com', false],
  [' java\nscript:alert(1)', false],
  ['/\\evil.example', false],
  ['', false],
  [undefined, false],
  [['https://app.example.com'], false],
])('allows a redirect to %s: %s', (candidate, isAllowed) => {
  expect(chooseRedirect(settings, [candidate])).toBe(
    isAllowed ? candidate : 'https://app.example.com',
  )
})

it('decides about an address that a backtracking matcher would never finish', () => {
  const address = `http://${'a'.repeat(2000)}`
  expect(chooseRedirect(settings, [address])).toBe('https://app.example.com')
  expect(chooseRedirect(settings, [`${address}b`])).toBe(`${address}b`)
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

it.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' java\tscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://app.example.com/x',
  'about:blank',
  'filesystem:https://app.example.com/x',
  'view-source:https://app.example.com',
])('never redirects to %j, whatever the settings are', (address) => {
  const everything = { ...settings, uri_allow_list: ['**', '*:**', address] }
  expect(chooseRedirect(everything, [address])).toBe('https://app.example.com')
  const { site_url, uri_allow_list } = authSettings.fields
  expect(site_url && z.safeParse(site_url, address).success).toBe(false)
  expect(uri_allow_list && z.safeParse(uri_allow_list, [address]).success).toBe(false)
})

it('ignores stored addresses that are no longer valid', () => {
  const { site_url, uri_allow_list } = createSettings({
    auth: {
      site_url: 'javascript:alert(1)',
      uri_allow_list: ['myapp://auth', 'javascript:**', 'a'.repeat(2000), 5, 'https://x.example'],
    },
  }).of(authSettings)
  expect(site_url).toBe(authSettings.defaults.site_url)
  expect(uri_allow_list).toEqual(['myapp://auth', 'https://x.example'])
})

const DASHBOARD = 'http://localhost:8000'
const APIS = 'http://localhost:8001'
const REF = 'abcdefghijklmnopqrst'

describe('a site at an origin of the installation', () => {
  const at = (site_url: string, uri_allow_list: string[] = []) => ({
    ...settings,
    site_url,
    uri_allow_list,
  })
  const installation = { dashboard: DASHBOARD, apis: APIS }

  it.each([
    [DASHBOARD, '/welcome', true],
    [DASHBOARD, '/pages/p/x', true],
    [DASHBOARD, `/p/${REF}/functions/v1/go`, false],
    [DASHBOARD, '/p', false],
    [DASHBOARD, `/%70/${REF}/functions/v1/go`, false],
    [DASHBOARD, `/a/../p/${REF}/functions/v1/go`, false],
    [DASHBOARD, `/a/%2e%2e/p/${REF}/functions/v1/go`, false],
    [DASHBOARD, `\\p\\${REF}`, false],
    [DASHBOARD, `//p/${REF}`, false],
    ['http://127.0.0.1:8000', `/p/${REF}/functions/v1/go`, false],
    ['http://[::1]:8000', `/p/${REF}/functions/v1/go`, false],
    [APIS, `/${REF}/functions/v1/go`, false],
    [APIS, '/welcome', false],
    ['http://127.0.0.1:8001', `/${REF}/functions/v1/go`, false],
    ['https://blog.example.com', '/p/a-post', true],
  ])('at %s leads to %s: %s', (site, path, isAllowed) => {
    const target = `${site}${path}`
    expect(chooseRedirect(at(site), [target], installation)).toBe(isAllowed ? target : site)
  })

  it('leads to a project if the project lists that', () => {
    const target = `${APIS}/p/${REF}/functions/v1/app`
    const listed = at('https://app.example.com', [`${APIS}/p/${REF}/functions/v1/**`])
    expect(chooseRedirect(listed, [target], installation)).toBe(target)
  })
})

it.each([
  ['http://localhost:8000/reset-password', true],
  ['http://localhost:8000', false],
  ['http://localhost:8000/', false],
  ['http://localhost:8000/organizations', false],
  ['http://localhost:8000/reset-password/', false],
  ['http://localhost:8000/reset-password?x=1', false],
  ['http://localhost:8000/reset-password#x', false],
  ['http://localhost:8000//reset-password', false],
  [`http://localhost:8000/p/${REF}/functions/v1/reset-password`, false],
  ['http://localhost:8000/p/../reset-password', false],
  ['http://localhost:8000/%72eset-password', false],
  ['http://localhost:8001/reset-password', false],
  ['https://localhost:8000/reset-password', false],
  ['http://127.0.0.1:8000/reset-password', false],
  ['http://localhost.:8000/reset-password', false],
  ['http://x@localhost:8000/reset-password', false],
  ['http:\\\\localhost:8000\\reset-password', false],
  ['HTTP://LOCALHOST:8000/reset-password', false],
  [' http://localhost:8000/reset-password', false],
  ['http://localhost:8000/reset-\tpassword', false],
  ['/reset-password', false],
  ['//localhost:8000/reset-password', false],
])('finds that %j is a page of the site: %s', (candidate, isPage) => {
  expect(isPageOf(DASHBOARD, '/reset-password', candidate)).toBe(isPage)
})
