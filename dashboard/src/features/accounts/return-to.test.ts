import { describe, expect, it } from 'vitest'
import { isSafeReturnPath, returnedInvitation, returnPath, searchToReturn } from './return-to.ts'

const search = (returnTo: string, rest = '') => `?returnTo=${encodeURIComponent(returnTo)}${rest}`

describe('the redirect after sign-in', () => {
  // SPEC: "Default return path /organizations."
  it('is /organizations when no path is requested', () => {
    expect(returnPath('')).toBe('/organizations')
  })

  // SPEC: "The returnTo query parameter is accepted only as a relative path of letters, digits, slash, hyphen and underscore"
  it('can be a relative path of letters, digits, slash, hyphen and underscore', () => {
    expect(returnPath(search('/project/ab_c-1/editor/42'))).toBe('/project/ab_c-1/editor/42')
  })

  // SPEC: ", with an optional query string of simple key=value pairs."
  it('can have an optional query string of simple key=value pairs', () => {
    expect(returnPath(search('/new?plan=pro&x=1'))).toBe('/new?plan=pro&x=1')
    expect(returnPath(search('/join?token=aB3_-x'))).toBe('/join?token=aB3_-x')
  })

  // SPEC: "The returnTo query parameter is accepted only as a relative path"
  // SPEC: "Paths beginning with // or containing :// fall back to the default /organizations."
  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'HTTPS:evil.example',
    'javascript:alert(1)',
    'data:text/html,evil',
    '/ok?next=https://evil.example',
    '/ok?next=//evil.example',
    '/ok://x',
    'evil.example',
    ' /organizations',
    '/organizations\n',
    '/%2F%2Fevil.example',
    '/%5Cevil.example',
    '%2F%2Fevil.example',
    '/account/../../evil.example',
    '/@evil.example',
    '/account/me\r\nSet-Cookie: a=b',
    '/account/ｍe',
    '/..%2f..',
    '/a#//evil.example',
    '/a?b',
    '/a?b=c?d=e',
    '/a@evil.example',
    '/a?b=<script>',
    '/\t/evil.example',
    '\t//evil.example',
    '/\n/evil.example',
    '/\u0000/evil.example',
    '/p/abcdefghijklmnopqrst/functions/v1/go',
    '/p',
    '/p?x=1',
    '/auth/v1/authorize?provider=evil',
    '/platform/profile',
    'http://user@localhost:8000/organizations',
    'http://xn--bcher-kva.example',
    'http://bücher.example',
    'http://evil.example.',
    'http://2130706433',
    'http://[::1]:8000',
    '',
  ])('falls back to /organizations for %j', (hostile) => {
    expect(returnPath(search(hostile))).toBe('/organizations')
  })

  // SPEC: "Other query parameters of the current URL are appended to the target."
  it('carries the other query parameters of the current URL', () => {
    expect(returnPath(search('/new', '&plan=pro'))).toBe('/new?plan=pro')
    expect(returnPath(search('/new?a=1', '&plan=pro'))).toBe('/new?a=1&plan=pro')
    expect(returnPath('?plan=team')).toBe('/organizations?plan=team')
  })

  it('never treats an appended parameter as part of the path', () => {
    expect(returnPath('?x=%2F%2Fevil.example')).toBe('/organizations?x=%2F%2Fevil.example')
  })

  // SPEC: "A configured base path is stripped from the returnTo value."
  it('does not include the configured base path', () => {
    expect(returnPath(search('/dashboard/org/acme'), '/dashboard')).toBe('/org/acme')
    expect(returnPath(search('/dashboard'), '/dashboard/')).toBe('/')
    expect(returnPath(search('/dashboards/x'), '/dashboard')).toBe('/dashboards/x')
    expect(returnPath(search('/dashboard//evil.example'), '/dashboard')).toBe('/organizations')
  })
})

describe('the invitation that a page returns to', () => {
  it('is the token of its link, and absent for other pages', () => {
    expect(returnedInvitation(search('/join?token=aB3_-x'))).toBe('aB3_-x')
    expect(returnedInvitation(search('/dashboard/join?token=x'), '/dashboard')).toBe('x')
    expect(returnedInvitation(search('/new?token=x'))).toBeUndefined()
    expect(returnedInvitation(search('/join'))).toBeUndefined()
    expect(returnedInvitation('')).toBeUndefined()
  })
})

describe('the way back to a guarded page', () => {
  const wayBack = (pathname: string, query: string) =>
    returnPath(`?${new URLSearchParams(searchToReturn(pathname, query)).toString()}`)

  it('is the full path with its query string when that is safe', () => {
    expect(searchToReturn('/org/acme/team', '')).toEqual({ returnTo: '/org/acme/team' })
    expect(searchToReturn('/new', '?plan=pro')).toEqual({ returnTo: '/new?plan=pro' })
  })

  it('keeps a filter, which is no plain value', () => {
    const path = '/project/x/editor/1'
    const query = `?${new URLSearchParams({ filter: 'mood:eq:happy', sort: 'id:asc' }).toString()}`
    expect(searchToReturn(path, query)).toEqual({
      returnTo: path,
      filter: 'mood:eq:happy',
      sort: 'id:asc',
    })
    expect(wayBack(path, query)).toBe(`${path}${query}`)
  })

  it('cannot be changed by a parameter of the page', () => {
    const query = '?returnTo=%2F%2Fevil.example&filter=a%3Aeq%3Ab'
    expect(wayBack('/org/acme', query)).toBe('/org/acme?filter=a%3Aeq%3Ab')
  })

  it('is absent for unsafe paths and for the default destinations', () => {
    expect(searchToReturn('/', '')).toEqual({})
    expect(searchToReturn('/organizations', '')).toEqual({})
    expect(searchToReturn('/org/caf%C3%A9', '?filter=a:eq:b')).toEqual({})
    expect(isSafeReturnPath('/org/café')).toBe(false)
  })
})
