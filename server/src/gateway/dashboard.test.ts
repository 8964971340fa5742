import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../lib/log.ts'
import { addDashboard } from './dashboard.ts'
import { renderError } from './errors.ts'

const apiOrigin = () => 'http://localhost:8001'
let folder: string
let app: FastifyInstance
let origin: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa dashboard '))
  await mkdir(path.join(folder, 'assets'))
  await mkdir(path.join(folder, 'monaco'))
  await writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><title>Stoa</title><script nonce="PAGE-NONCE">start()</script>',
  )
  await writeFile(path.join(folder, 'assets', 'main-1a2b.js'), 'start()')
  await writeFile(path.join(folder, 'monaco', 'loader.js'), 'load()')
  app = Fastify()
  app.setErrorHandler(renderError(silentLog))
  await addDashboard(app, {
    dashboardDir: folder,
    editorDir: path.join(folder, 'monaco'),
    apiOrigin,
  })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

/** Returns a response without the headers and the nonce that differ between responses. */
const ask = async (method: 'GET' | 'HEAD', url: string) => {
  const response = await fetch(`${origin}${url}`, { method })
  const headers = new Headers(response.headers)
  for (const name of ['date', 'connection', 'keep-alive']) headers.delete(name)
  const policy = headers.get('content-security-policy')?.replace(/'nonce-[\w-]{22}'/, "'nonce'")
  if (policy !== undefined) headers.set('content-security-policy', policy)
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    body: await response.text(),
  }
}

describe('HEAD on the dashboard', () => {
  it.each([
    ['the start page', '/'],
    ['a page of a project', '/project/abcdefghijklmnopqrst/settings/general'],
    ['an asset', '/assets/main-1a2b.js'],
    ['a file of the code editor', '/monaco/loader.js'],
  ])('returns the status and headers of GET without a body for %s', async (_what, url) => {
    const page = await ask('GET', url)
    expect(page).toMatchObject({ status: 200, body: expect.stringMatching(/./) })
    expect(page.headers).toMatchObject({ 'content-length': `${page.body.length}` })
    expect(await ask('HEAD', url)).toEqual({ ...page, body: '' })
  })

  it('returns 404 for an API route that does not exist', async () => {
    expect(await ask('HEAD', '/platform/nothing')).toMatchObject({ status: 404, body: '' })
  })
})

describe('a path of an API that has no route', () => {
  it.each([
    '/platform/nothing',
    '/api/nothing',
    '/auth/v1/nothing',
    '/p',
    '/v0/projects',
    '/v1/projects/abcdefghijklmnopqrst/nothing',
    '/v2/projects/abcdefghijklmnopqrst/config',
    '/v2?page=2',
    '/mcp',
    '/rest/v1/todos',
    '/storage/v1/bucket',
    '/functions/v1/hello',
    '/realtime/v1/websocket',
    '/graphql/v1',
  ])('is refused with JSON and a hint, and never gets the page: %s', async (url) => {
    const { status, headers, body } = await ask('GET', url)
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
    expect(JSON.parse(body)).toMatchObject({
      code: 'route_not_found',
      hint: expect.stringMatching(/\w/),
    })
  })

  it.each(['/p', '/v1/nothing', '/project/abcdefghijklmnopqrst'])(
    'is refused before its body is parsed: POST %s',
    async (url) => {
      const response = await fetch(`${origin}${url}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{',
      })
      expect([response.status, await response.json()]).toMatchObject([
        404,
        { code: 'route_not_found' },
      ])
    },
  )

  it('is not taken for one because its name begins alike', async () => {
    for (const url of ['/project/abcdefghijklmnopqrst', '/v1x', '/mcp-servers', '/authentication'])
      expect(await ask('GET', url)).toMatchObject({
        status: 200,
        body: expect.stringMatching(/^<!doctype/),
      })
  })
})

it('runs the scripts that carry the nonce of this one page, and no others of its origin', async () => {
  const pages = await Promise.all([1, 2].map(() => fetch(`${origin}/`)))
  const scripts = pages.map(({ headers }) =>
    headers
      .get('content-security-policy')
      ?.split('; ')
      .find((each) => each.startsWith('script-src')),
  )
  const nonces = await Promise.all(
    pages.map(async (page) => /<script nonce="([^"]+)">/.exec(await page.text())?.[1]),
  )
  expect(scripts).toEqual(
    nonces.map((nonce) => `script-src 'nonce-${nonce}' 'strict-dynamic' blob:`),
  )
  expect(nonces[0]).not.toBe(nonces[1])
})

/** Sends the path unchanged; `fetch` and `inject` would resolve `..` first. */
const rawStatus = (url: string) =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    get({ hostname, port, path: url }, (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.once('end', () => resolve({ status: response.statusCode, body }))
    }).once('error', reject)
  })

it.each(['/assets/../index.html', '/monaco/../index.html', '/assets/old-1a2b.js'])(
  'returns 404 for what is not a file of the folder: %s',
  async (url) => {
    const { status, body } = await rawStatus(url)
    expect({ status, body: JSON.parse(body) }).toMatchObject({
      status: 404,
      body: { code: 'asset_not_found' },
    })
  },
)

it('lets pages display images and play media of projects, and load nothing else from them', async () => {
  const { headers } = await ask('GET', '/')
  const policy = new Map(
    (headers['content-security-policy'] ?? '').split('; ').map((rule): [string, string[]] => {
      const [name = '', ...sources] = rule.split(' ')
      return [name, sources]
    }),
  )
  const allowed = [...policy].filter(([, sources]) => sources.includes(apiOrigin()))
  expect(allowed.map(([name]) => name)).toEqual(['img-src', 'media-src', 'connect-src'])
  expect(policy.get('connect-src')).toContain(apiOrigin().replace('http', 'ws'))
})
