import {
  createClient,
  FunctionRegion,
  FunctionsHttpError,
  FunctionsRelayError,
} from '@supabase/supabase-js'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askPlatform, operatorToken } from '../../support/platform-api.ts'
import {
  createProject,
  discard,
  startServer,
  stoa,
  type ProjectInfo,
  type StartedServer,
} from '../../support/server.ts'

let server: StartedServer
let project: ProjectInfo
let sources: string

beforeAll(async () => {
  sources = await mkdtemp(path.join(os.tmpdir(), 'stoa-functions-'))
  server = await startServer()
  project = await createProject(server, 'Functions')
})
afterAll(async () => {
  await discard(server)
  await rm(sources, { recursive: true, force: true })
})

/** Deploys files as the dashboard does, which takes a moment; the command line takes seconds. */
const deploy = (
  name: string,
  files: Readonly<Record<string, string>>,
  { verifyJwt = true }: { readonly verifyJwt?: boolean } = {},
) =>
  askPlatform(server, 'POST', `/functions/${project.ref}/functions/${name}/versions`, {
    files: Object.entries(files).map(([path, content]) => ({ path, content })),
    verify_jwt: verifyJwt,
  })

/** Deploys files with the command line, as a person does. */
async function deployByCommand(name: string, files: Record<string, string>, ...more: string[]) {
  const folder = path.join(sources, name)
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), text)
  }
  const where = ['--project', project.ref, '--name', name, '--entry', folder]
  return stoa(server, 'function', 'deploy', ...where, ...more)
}

const client = () =>
  createClient(project.api_url, project.publishable_key, { auth: { persistSession: false } })
const url = (path: string) => `${project.api_url}/functions/v1/${path}`

describe('a deployed function', () => {
  // SPEC: "edge functions and"
  it('is called by the unmodified client, with bodies of each kind', async () => {
    const { code, stdout, stderr } = await deployByCommand('greet', {
      'index.ts': `
        import { greeting } from './lib/greeting.ts'
        Deno.serve(async (request: Request) => {
          const type = request.headers.get('content-type') ?? ''
          if (type.includes('form-data')) {
            const form = await request.formData()
            return Response.json({ file: await (form.get('file') as File).text() })
          }
          if (type.includes('octet')) return new Response(await request.arrayBuffer(), {
            headers: { 'content-type': 'application/octet-stream' },
          })
          const { name } = await request.json()
          return Response.json({ text: greeting(name), header: request.headers.get('x-mine') })
        })`,
      'lib/greeting.ts': 'export const greeting = (name: string): string => `Hello ${name}`',
    })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Version 1 of greet is active')
    const { functions } = client()
    const json = await functions.invoke('greet', {
      body: { name: 'Ada' },
      headers: { 'x-mine': 'kept' },
    })
    expect([json.error, json.data]).toEqual([null, { text: 'Hello Ada', header: 'kept' }])
    const form = new FormData()
    form.set('file', new File(['content'], 'a.txt'))
    expect((await functions.invoke('greet', { body: form })).data).toEqual({ file: 'content' })
    const bytes = await functions.invoke('greet', { body: new Blob(['binary']) })
    expect(await bytes.data.text()).toBe('binary')
  })

  it('distinguishes its own errors, those of the platform, and those of a missing function', async () => {
    await deploy('fails', { 'index.ts': `Deno.serve(() => new Response('no', { status: 418 }))` })
    const own = await client().functions.invoke('fails', { body: {} })
    expect(own.error).toBeInstanceOf(FunctionsHttpError)
    expect(own.response?.status).toBe(418)
    const missing = await client().functions.invoke('nowhere', { body: {} })
    expect([missing.response?.status, await missing.response?.json()]).toMatchObject([
      404,
      { code: 'NOT_FOUND' },
    ])
    await deploy('crashes', { 'index.ts': `throw new Error('at start')` })
    const crashed = await client().functions.invoke('crashes', { body: {} })
    expect(crashed.error).toBeInstanceOf(FunctionsRelayError)
    expect(crashed.response?.status).toBe(503)
  })

  it('has statistics in the Management API', async () => {
    await deploy(
      'counted',
      {
        'index.ts': `Deno.serve((request) => {
          const { pathname } = new URL(request.url)
          console.warn(pathname)
          return new Response('', { status: Number(pathname.split('/').pop()) })
        })`,
      },
      { verifyJwt: false },
    )
    for (const status of [200, 201, 302, 404, 500])
      await fetch(url(`counted/${status}`), { redirect: 'manual' })
    const headers = { authorization: `Bearer ${await operatorToken(server)}` }
    const place = `${server.url}/v1/projects/${project.ref}`
    const { id } = (await (await fetch(`${place}/functions/counted`, { headers })).json()) as {
      id: string
    }
    const endpoint = `${place}/analytics/endpoints/functions.combined-stats`
    const sums = async (interval: string) => {
      const query = `interval=${interval}&function_id=${id}`
      const answer = await fetch(`${endpoint}?${query}`, { headers })
      const { result } = (await answer.json()) as { result: Record<string, number>[] }
      const sum = (name: string) => result.reduce((total, row) => total + (row[name] ?? 0), 0)
      return ['requests', 'success', 'redirect', 'client_err', 'server_err', 'log_warn'].map(
        (name) => sum(`${name}_count`),
      )
    }
    await expect.poll(() => sums('15min'), { timeout: 10_000 }).toEqual([5, 2, 1, 1, 1, 5])
    expect(await sums('1day')).toEqual([5, 2, 1, 1, 1, 5])
    expect((await fetch(`${endpoint}?interval=1hr&function_id=${id}`)).status).toBe(401)
  })

  it('asks for a token unless it was deployed without that', async () => {
    const files = { 'index.ts': `Deno.serve(() => new Response('open'))` }
    await deploy('closed', files)
    expect((await fetch(url('closed'))).status).toBe(401)
    await deployByCommand('opened', files, '--no-verify-jwt')
    const answer = await fetch(url('opened/any/path?query=1'))
    expect([answer.status, await answer.text()]).toEqual([200, 'open'])
  })

  it('gets a region and a query from the unmodified client', async () => {
    await deploy('where', {
      'index.ts': `Deno.serve((request) => Response.json([
        request.headers.get('x-region'), new URL(request.url).search]))`,
    })
    const { functions } = client()
    const { error, data } = await functions.invoke('where', { region: FunctionRegion.EuWest3 })
    expect([error, data]).toEqual([null, ['eu-west-3', '?forceFunctionRegion=eu-west-3']])
    const queried = await functions.invoke('where?page=2', { method: 'GET' })
    expect([queried.error, queried.data]).toEqual([null, [null, '?page=2']])
  })

  it('streams, and handles preflight requests itself', async () => {
    await deploy(
      'stream',
      {
        'index.ts': `Deno.serve((request) => {
          if (request.method === 'OPTIONS')
            return new Response(null, { status: 204, headers: { 'access-control-allow-origin': 'https://my.example.com' } })
          const encoder = new TextEncoder()
          return new Response(new ReadableStream({
            async start(controller) {
              for (const part of ['one ', 'two ', 'three']) {
                controller.enqueue(encoder.encode(part))
                await new Promise((resolve) => setTimeout(resolve, 20))
              }
              controller.close()
            },
          }), { headers: { 'content-type': 'text/event-stream' } })
        })`,
      },
      { verifyJwt: false },
    )
    const preflight = await fetch(url('stream'), { method: 'OPTIONS' })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://my.example.com')
    const parts: string[] = []
    const { body } = await fetch(url('stream'))
    for await (const part of body ?? []) parts.push(Buffer.from(part).toString())
    expect(parts.join('')).toBe('one two three')
    expect(parts.length).toBeGreaterThan(1)
  })

  it('calls the API of its project with its own key, and gets secrets and their changes', async () => {
    await deploy('inside', {
      'index.ts': `Deno.serve(async () => {
        const key = Deno.env.get('SUPABASE_ANON_KEY')!
        const answer = await fetch(Deno.env.get('SUPABASE_URL') + '/auth/v1/settings', { headers: { apikey: key } })
        return Response.json({ status: answer.status, secret: Deno.env.get('MY_SECRET') ?? null })
      })`,
    })
    const call = async () => (await client().functions.invoke('inside', { body: {} })).data
    expect(await call()).toEqual({ status: 200, secret: null })
    const path = `/functions/${project.ref}/secrets`
    await askPlatform(server, 'POST', path, [{ name: 'MY_SECRET', value: 'walrus' }])
    expect(await call()).toEqual({ status: 200, secret: 'walrus' })
  })

  it('signs in to the database of its project with an unmodified client, as the owner', async () => {
    const found = createRequire(import.meta.url).resolve('postgres')
    const folder = found.replace(/\bcjs\b.*$/, 'src')
    const files: Record<string, string> = {}
    // Tests download nothing, so the files of the package are deployed with the function.
    for (const name of await readdir(folder))
      files[`postgres/${name}`] = (await readFile(path.join(folder, name), 'utf8')).replaceAll(
        /from '(?=[a-z])/g,
        "from 'node:",
      )
    await deploy('rows', {
      ...files,
      'index.ts': `
        import postgres from './postgres/index.js'
        const sql = postgres(Deno.env.get('SUPABASE_DB_URL')!, { max: 1 })
        await sql\`create table if not exists public.made_here (id int)\`
        Deno.serve(async () => Response.json(await sql\`
          select current_user::text, session_user::text, tableowner::text
          from pg_tables where tablename = 'made_here'\`))`,
    })
    const { error, data } = await client().functions.invoke('rows', { body: {} })
    expect([error, data]).toEqual([
      null,
      [{ current_user: 'postgres', session_user: 'stoa_functions', tableowner: 'postgres' }],
    ])
  })

  it('is replaced by a new version at once, rolled back, and deleted', async () => {
    const say = (text: string) => ({ 'index.ts': `Deno.serve(() => Response.json('${text}'))` })
    const call = async () => (await client().functions.invoke('versions', { body: {} })).data
    await deploy('versions', say('first'))
    expect(await call()).toBe('first')
    await deploy('versions', say('second'))
    expect(await call()).toBe('second')
    const path = `/functions/${project.ref}/functions/versions`
    await askPlatform(server, 'POST', `${path}/versions/1/activate`)
    expect(await call()).toBe('first')
    await expect(deploy('versions', { 'index.ts': 'const = 1' })).rejects.toThrow('index.ts:1:')
    expect(await call()).toBe('first')
    const listed = await stoa(server, 'function', 'list', '--project', project.ref)
    expect(listed.stdout).toContain('versions')
    const where = ['--project', project.ref, '--name', 'versions']
    expect((await stoa(server, 'function', 'delete', ...where)).code).toBe(0)
    expect((await fetch(url('versions'))).status).toBe(404)
  })
})

it('refuses a bundle of 100 MB with the limit, and the old version keeps serving', async () => {
  const files = { 'index.ts': `Deno.serve(() => new Response('small'))` }
  await deploy('large', files, { verifyJwt: false })
  await mkdir(path.join(sources, 'large'))
  await writeFile(path.join(sources, 'large', 'data.bin'), Buffer.alloc(100 * 1024 * 1024, 7))
  const { code, stderr } = await deployByCommand('large', files, '--no-verify-jwt')
  expect([code, stderr]).toEqual([1, expect.stringMatching(/larger than|too large|at most/i)])
  expect(await (await fetch(url('large'))).text()).toBe('small')
})

it('reports that a folder has no entrypoint', async () => {
  await mkdir(path.join(sources, 'empty'))
  const { code, stderr } = await deployByCommand('empty', {})
  expect([code, stderr]).toEqual([1, expect.stringContaining('There is no index.ts in the folder')])
})

it('calls cause no warnings of Node in the log of the server', async () => {
  await deploy(
    'quiet',
    { 'index.ts': `Deno.serve(() => new Response('quiet'))` },
    { verifyJwt: false },
  )
  for (const _ of Array.from({ length: 3 })) expect((await fetch(url('quiet'))).status).toBe(200)
  expect(server.output()).not.toContain('Warning')
})

it('functions survive a server that is killed', async () => {
  await deploy('kept', { 'index.ts': `Deno.serve(() => Response.json('still here'))` })
  await server.kill('SIGKILL')
  server = await startServer({ dataDir: server.dataDir })
  const { api_url } = JSON.parse(
    (await stoa(server, 'project', 'show', project.ref, '--json')).stdout,
  ) as ProjectInfo
  const answer = await createClient(api_url, project.publishable_key).functions.invoke('kept', {
    body: {},
  })
  expect([answer.error, answer.data]).toEqual([null, 'still here'])
})
