import { describe, expect, inject, it } from 'vitest'
import { testServices } from '../../server/test/services.ts'
import { request, sendRaw } from '../support/raw-request.ts'

const world = inject('attackWorld')
const [victim, other] = world.organizations
const [front] = victim.projects
const { port } = new URL(world.url)
const HOST = `Host: localhost:${port}`
const OWNER = `Authorization: Bearer ${victim.people.owner.token}`

const get = (path: string, ...headers: string[]) =>
  sendRaw(world.url, request(`GET ${path} HTTP/1.1`, [HOST, ...headers]))

/** Texts that only files of the machine or of the server contain. */
const FILES = /root:x:|"private": true|BEGIN [A-Z ]*PRIVATE|stoa_operator_/

describe('the folders of the dashboard', () => {
  const targets = ['etc/passwd', 'package.json', 'index.html', 'server/src/main.ts']
  const climbs = [
    '../',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '%252e%252e%252f',
    '..%5c',
    '..\\',
    '..;/',
    '.%2e/',
    '....//',
    '..%c0%af',
    '%00../',
    '/',
    '//',
  ]

  it.each(['/assets/', '/monaco/', '/monaco/vs/', '/'])(
    'give away no other file: %s',
    async (root) => {
      for (const climb of climbs)
        for (const target of targets)
          for (const count of [1, 3, 10]) {
            const answer = await get(`${root}${climb.repeat(count)}${target}`)
            expect(answer.status).toBeGreaterThan(0)
            expect(answer.status).toBeLessThan(500)
            expect(answer.body).not.toMatch(FILES)
          }
    },
  )

  it('list nothing', async () => {
    for (const path of ['/assets', '/assets/', '/monaco/', '/monaco/vs/', '/monaco/vs/editor/'])
      expect((await get(path)).body).not.toMatch(/index of|<a href="\.\./i)
  })
})

describe('a request with an unusual host name', () => {
  it.each([
    ['another site', 'evil.example.com'],
    ['a user', `localhost@evil.example.com:${port}`],
    ['a path', `localhost:${port}/../p`],
    ['markup', '"><script>alert(1)</script>'],
    ['a line', `localhost:${port}\tx`],
    ['nothing', ''],
    ['an unknown project', `${'z'.repeat(20)}.localhost:${port}`],
    ['two projects', `${front.ref}.${'z'.repeat(20)}.localhost:${port}`],
    ['a project of another domain', `${front.ref}.evil.example.com`],
    ['a very long name', `${'a.'.repeat(2000)}localhost`],
  ])('gets no page or link with it: %s', async (_, host) => {
    for (const path of ['/', '/platform/installation', '/auth/v1/settings', '/platform/profile']) {
      const answer = await sendRaw(world.url, request(`GET ${path} HTTP/1.1`, [`Host: ${host}`]))
      expect(answer.status).toBeLessThan(500)
      expect(answer.text).not.toMatch(/evil\.example|<script>alert/)
    }
  })

  it('creates no link in a mail', async () => {
    const email = `host-${Date.now()}@example.com`
    const body = JSON.stringify({ email, role: 'read_only' })
    const made = await sendRaw(
      world.url,
      request(
        `POST /platform/organizations/${other.slug}/invitations HTTP/1.1`,
        [
          'Host: evil.example.com',
          'X-Forwarded-Host: evil.example.com',
          'Forwarded: host=evil.example.com;proto=https',
          `Authorization: Bearer ${other.people.owner.token}`,
          'Content-Type: application/json',
          `Content-Length: ${Buffer.byteLength(body)}`,
        ],
        body,
      ),
    )
    expect(made.status).toBe(201)
    expect(made.body).toContain(`http://localhost:${port}`)
    expect(made.body).not.toContain('evil.example.com')
  })

  it('is not trusted about its origin', async () => {
    // Each address may send a hundred events a minute; a header makes no other address.
    const attempt = (address: string) =>
      fetch(`${world.url}/platform/telemetry/event`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': address,
          'x-real-ip': address,
          'cf-connecting-ip': address,
          forwarded: `for=${address}`,
        },
        body: '{"event_name":"attack","page_path":"/","has_consent":false}',
      })
    const statuses: number[] = []
    // The rate limit refills while a busy machine sends.
    for (let at = 0; at < 1000 && !statuses.includes(429); at += 1)
      statuses.push((await attempt(`203.0.113.${at % 250}`)).status)
    expect(statuses).toContain(202)
    expect(statuses).toContain(429)
  })
})

describe('a request that can be read in two ways', () => {
  const smuggled = `GET /platform/profile HTTP/1.1\r\n${HOST}\r\n${OWNER}\r\n\r\n`

  it.each<[string, string[], string]>([
    [
      'a length and chunks',
      ['Content-Length: 6', 'Transfer-Encoding: chunked'],
      `0\r\n\r\n${smuggled}`,
    ],
    ['two lengths', ['Content-Length: 0', `Content-Length: ${smuggled.length}`], smuggled],
    ['a length with a sign', ['Content-Length: +5'], 'hello'],
    ['a negative length', ['Content-Length: -1'], ''],
    ['a hexadecimal length', ['Content-Length: 0x5'], 'hello'],
    ['chunks twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n'],
    ['chunks by another name', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${smuggled}`],
    ['chunks behind a tab', ['Transfer-Encoding:\tchunked, identity'], '0\r\n\r\n'],
    ['a header without a name', [': x'], ''],
    ['a header with a space before the colon', ['Content-Length : 0'], ''],
    ['a folded header', ['X-A: b', '\tc', 'Content-Length : 1'], ''],
  ])('is refused: %s', async (_, headers, body) => {
    const line = 'POST /platform/telemetry/event HTTP/1.1'
    const { text } = await sendRaw(world.url, request(line, [HOST, ...headers], body))
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    // There is one response, so there was no second request.
    expect(text.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1)
    expect(text).not.toContain(victim.people.owner.email)
  })

  it('takes only the first of two tokens or keys, or refuses both', async () => {
    const stranger = `Authorization: Bearer ${world.stranger.token}`
    const path = `/platform/projects/${front.ref}`
    expect((await get(path, stranger, OWNER)).status).toBe(404)
    const rest = `/p/${front.ref}/rest/v1/`
    const keys = [`apikey: ${other.projects[0].secretKey}`, `apikey: ${front.secretKey}`]
    expect((await get(rest, ...keys)).status).toBe(401)
    const query = `?apikey=${other.projects[0].secretKey}&apikey=${front.secretKey}`
    expect((await get(rest + query)).status).toBe(401)
  })

  it.each([
    'X-HTTP-Method-Override: DELETE',
    'X-HTTP-Method: DELETE',
    'X-Method-Override: DELETE',
    'X-Original-URL: /platform/profile',
    'X-Rewrite-URL: /platform/profile',
  ])('keeps its method and path whatever it adds: %s', async (header) => {
    const path = `/platform/organizations/${victim.slug}`
    const plain = await get(path, OWNER)
    const answer = await get(`${path}?_method=DELETE`, OWNER, header)
    expect(answer.status).toBe(200)
    expect(answer.body).toBe(plain.body)
  })
})

describe('a target in another form', () => {
  it.each([
    ['an absolute one', `http://localhost:${port}/platform/profile`],
    ['an absolute one of another host', 'http://evil.example.com/platform/profile'],
    ['two slashes', '//platform/profile'],
    ['a dot', '/./platform/profile'],
    ['two dots', '/assets/../platform/profile'],
    ['encoded letters', '/%70latform/profile'],
    ['encoded slashes', '/platform%2fprofile'],
    ['capitals', '/PLATFORM/profile'],
    ['a parameter', '/platform;x=y/profile'],
    ['a null character', '/platform/profile%00'],
    ['a slash at the end', '/platform/profile/'],
    ['a project in front', `/p/${front.ref}/platform/profile`],
    ['a project and two dots', `/p/${front.ref}/../../platform/profile`],
  ])('opens no door without a session: %s', async (_, target) => {
    const answer = await get(target)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).not.toContain(victim.marker)
    expect(answer.body).not.toContain('"primary_email"')
    // Either a refusal, or the dashboard's page, which contains no user data.
    expect(answer.status !== 200 || answer.head.includes('content-type: text/html')).toBe(true)
  })

  it('refuses tunnels', async () => {
    const { text } = await sendRaw(world.url, request('CONNECT localhost:22 HTTP/1.1', [HOST]))
    expect(text).not.toMatch(/^HTTP\/1\.1 2/)
  })

  it('does not send a request back', async () => {
    const { status, text } = await sendRaw(
      world.url,
      request('TRACE /platform/profile HTTP/1.1', [HOST, OWNER]),
    )
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).not.toContain(victim.people.owner.token)
  })
})

describe('a handshake for a WebSocket', () => {
  const handshake = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]

  it.each(testServices().map(({ name, publicDoor }) => [name, publicDoor?.upgrade !== undefined]))(
    'opens nothing without a key of the project: %s',
    async (name, hasSockets) => {
      for (const path of [`/p/${front.ref}/${name}/v1`, `/p/${front.ref}/${name}/v1/websocket`])
        for (const query of ['', '?apikey=x', `?apikey=${other.projects[0].secretKey}`]) {
          const lines = [`GET ${path}${query} HTTP/1.1`, HOST, ...handshake, '', '']
          const { status } = await sendRaw(world.url, lines.join('\r\n'))
          // A function needs no key if it says so, and there is none of this name.
          const isFunction = name === 'functions' && query === ''
          expect(status).toBe(hasSockets && !isFunction ? 401 : 404)
        }
    },
  )
})

describe('the headers of a response', () => {
  it('keeps a text of the request out of its headers', async () => {
    const evil = '%0d%0aSet-Cookie:%20stolen=1'
    for (const path of [
      `/${evil}`,
      `/assets/${evil}`,
      `/p/${front.ref}/rest/v1/${evil}?apikey=${front.anonKey}`,
      `/p/${front.ref}/auth/v1/verify?token=x&type=signup&redirect_to=http://a${evil}`,
      `/platform/projects/${evil}`,
    ]) {
      const { head, status } = await get(
        path,
        'X-Request-Id: a\tb',
        'Origin: http://evil.example.com',
      )
      expect(status).toBeLessThan(500)
      expect(head.toLowerCase()).not.toMatch(/\r\nset-cookie/)
      expect(head).not.toContain('evil.example.com')
    }
  })

  it('allows no other site to read the platform', async () => {
    for (const path of ['/platform/profile', '/platform/installation', '/auth/v1/settings']) {
      const { head } = await get(path, OWNER, 'Origin: http://evil.example.com')
      expect(head.toLowerCase()).not.toContain('access-control-allow-origin')
    }
  })

  it('forbids frames, sniffing and foreign scripts on every page', async () => {
    for (const path of ['/', '/sign-in', `/project/${front.ref}`, '/no/such/page']) {
      const { head } = await get(path)
      expect(head).toContain('x-frame-options: DENY')
      expect(head).toContain('x-content-type-options: nosniff')
      expect(head).toMatch(
        /content-security-policy: default-src 'self'; script-src 'nonce-[\w-]{22}' 'strict-dynamic' blob:;/,
      )
      expect(head).not.toMatch(/script-src[^;]*unsafe-(inline|eval)/)
    }
  })
})
