import { mountRoutes } from '../../../lib/http.ts'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import type { MemberAction, Service } from '../../../project/service.ts'
import { createSettings } from '../../../project/settings.ts'
import { testStoredParts } from '../../../../test/stored-parts.ts'
import { createFunctions } from '../index.ts'
import { noFence } from '../runtime/fence.ts'

const ref = 'abcdefghijklmnopqrst'
const actions: MemberAction[] = []
let folder: string
let app: FastifyInstance
let service: Service
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-management-'))
  service = createFunctions({
    clock: systemClock,
    installationKey: Buffer.alloc(32, 1),
    fence: noFence,
    allowsPrivateAddresses: false,
    functionRegistries: {},
    organizationOf: async (ref) => ref,
    databaseDoor: () => ({ host: 'localhost', port: 6543, serve() {} }),
    newId: randomUUID,
  })
  app = Fastify()
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof AppError)) throw error
    return reply
      .status(error.status)
      .send({ code: error.code, message: error.message, hint: error.hint })
  })
  app.addHook('onRequest', async (request) => {
    request.member = { kind: 'operator_credential' }
    request.storedProject = {
      ...testStoredParts(ref),
      folder: (name) => path.join(folder, name),
      settings: createSettings({}),
    }
    request.recordAudit = async (action) => void actions.push(action)
  })
  // The gateway counts a body of unknown length while it arrives.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { 'transfer-encoding': encoding } = request.headers
    done(null, encoding === undefined ? payload : payload.pipe(new PassThrough()))
  })
  for (const { routes } of service.memberDoors ?? []) mountRoutes(app, routes)
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await service.end?.()
  await rm(folder, { recursive: true, force: true })
})

const url = (place: string) => `${app.listeningOrigin}${place}`

function deploy(slug: string, files: Readonly<Record<string, string>>, entrypoint: string) {
  const form = new FormData()
  form.set(
    'metadata',
    JSON.stringify({ name: slug, entrypoint_path: entrypoint, verify_jwt: false }),
  )
  for (const [name, text] of Object.entries(files)) form.append('file', new Blob([text]), name)
  return fetch(url(`/v1/projects/${ref}/functions/deploy?slug=${slug}`), {
    method: 'POST',
    body: form,
  })
}

describe('the Management API', () => {
  it('deploys a form with files in folders, lists and deletes the function', async () => {
    const answer = await deploy(
      'hello',
      { 'a/index.ts': 'import "./b.ts"', 'a/b.ts': '' },
      'a/index.ts',
    )
    expect([answer.status, await answer.json()]).toMatchObject([
      201,
      { slug: 'hello', version: 1, verify_jwt: false },
    ])
    const place = url(`/v1/projects/${ref}/functions`)
    expect(await (await fetch(place)).json()).toHaveLength(1)
    expect((await fetch(`${place}/hello`, { method: 'DELETE' })).status).toBe(200)
    expect((await fetch(`${place}/hello`)).status).toBe(404)
    expect(actions.map(({ action }) => action)).toEqual(['function.deploy', 'function.delete'])
  })

  it('accepts metadata that has a file name, and locates its files as agents expect', async () => {
    const form = new FormData()
    // The form of the published MCP server.
    const metadata = JSON.stringify({
      name: 'agent',
      entrypoint_path: 'a #1/index.ts',
      import_map_path: 'deno.json',
    })
    form.append('metadata', new Blob([metadata], { type: 'application/json' }))
    form.append('file', new Blob(['1']), 'a #1/index.ts')
    form.append('file', new Blob(['{}']), 'deno.json')
    const answer = await fetch(url(`/v1/projects/${ref}/functions/deploy?slug=agent`), {
      method: 'POST',
      body: form,
    })
    const deployed = (await answer.json()) as {
      id: string
      entrypoint_path: string
      import_map_path: string
    }
    expect(answer.status).toBe(201)
    const folder = `/tmp/user_fn_${ref}_${deployed.id}_1/source`
    expect(fileURLToPath(deployed.entrypoint_path)).toBe(`${folder}/a #1/index.ts`)
    expect(fileURLToPath(deployed.import_map_path)).toBe(`${folder}/deno.json`)
    const place = url(`/v1/projects/${ref}/functions/agent`)
    expect(await (await fetch(place)).json()).toEqual(deployed)
    const files = await (await fetch(`${place}/body`)).formData()
    expect(files.getAll('file')).toMatchObject([{ name: 'a #1/index.ts' }, { name: 'deno.json' }])
    expect((await fetch(place, { method: 'DELETE' })).status).toBe(200)
    actions.length = 0
  })

  it('refuses paths that leave the function, and forms without metadata', async () => {
    const answer = await deploy('bad', { '../index.ts': '' }, '../index.ts')
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid_bundle' }])
    const empty = await fetch(url(`/v1/projects/${ref}/functions/deploy?slug=bad`), {
      method: 'POST',
      body: new FormData(),
    })
    expect(empty.status).toBe(400)
  })

  it('creates and changes a function from text, and refuses to change an unknown one', async () => {
    const send = (method: string, place: string, body: unknown) =>
      fetch(url(`/v1/projects/${ref}/functions${place}`), {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const made = await send('POST', '', {
      slug: 'text',
      name: 'Text',
      body: '1',
      verify_jwt: false,
    })
    expect([made.status, await made.json()]).toMatchObject([201, { version: 1, name: 'Text' }])
    const changed = await send('PATCH', '/text', { body: '2' })
    expect(await changed.json()).toMatchObject({ version: 2, name: 'Text', verify_jwt: false })
    expect((await send('PATCH', '/unknown', { body: '2' })).status).toBe(404)
  })

  it.each([
    ['POST', '?slug=bundled'],
    ['PATCH', '/text'],
  ] as const)('says how to deploy in place of an eszip bundle: %s', async (method, place) => {
    const answer = await app.inject({
      method,
      url: `/v1/projects/${ref}/functions${place}`,
      headers: { 'content-type': 'application/vnd.denoland.eszip' },
      payload: Buffer.from('ESZIP2.3'),
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      415,
      {
        code: 'eszip_not_supported',
        hint: expect.stringContaining('--use-api'),
      },
    ])
  })

  it('has the statistics of a function by its id', async () => {
    const made = await deploy('counted', { 'index.ts': '1' }, 'index.ts')
    const { id } = (await made.json()) as { id: string }
    const place = url(`/v1/projects/${ref}/analytics/endpoints/functions.combined-stats`)
    const ask = async (query: string) => {
      const answer = await fetch(`${place}?${query}`)
      return [answer.status, await answer.json()]
    }
    expect(await ask(`interval=1hr&function_id=${id}`)).toEqual([200, { result: [] }])
    expect(await ask(`interval=1hr&function_id=counted`)).toMatchObject([
      404,
      { code: 'edge_function_not_found' },
    ])
    for (const query of [`interval=2hr&function_id=${id}`, `function_id=${id}`, 'interval=1hr'])
      expect(await ask(query)).toMatchObject([400, { code: 'invalid_request' }])
  })

  it('receives a form of unknown length', async () => {
    const form = new FormData()
    form.set('metadata', JSON.stringify({ entrypoint_path: 'index.ts' }))
    form.append('file', new Blob(['1']), 'index.ts')
    form.append('file', new Blob(['x'.repeat(1_000_000)]), 'large.txt')
    const { body, headers } = new Response(form)
    const answer = await fetch(url(`/v1/projects/${ref}/functions/deploy?slug=chunked`), {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    })
    expect([answer.status, await answer.json()]).toMatchObject([201, { slug: 'chunked' }])
  })

  it('refuses a large bundle before it has read it', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: `/v1/projects/${ref}/functions/deploy?slug=large`,
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '100000000' },
      payload: '--x',
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([413, { code: 'bundle_too_large' }])
  })

  it('lists secrets as digests and never records their values', async () => {
    const place = url(`/v1/projects/${ref}/secrets`)
    const init = (method: string, body: unknown) => ({
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const set = await fetch(place, init('POST', [{ name: 'API_KEY', value: 'walrus-40' }]))
    expect(set.status).toBe(201)
    const listed = await (await fetch(place)).text()
    expect(listed).toMatch(/"value":"[0-9a-f]{64}"/)
    expect(listed + JSON.stringify(actions)).not.toContain('walrus-40')
    expect((await fetch(place, init('DELETE', ['API_KEY']))).status).toBe(200)
    expect(await (await fetch(place)).json()).toEqual([])
  })
})
