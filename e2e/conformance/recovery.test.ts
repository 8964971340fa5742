import { createClient } from '@supabase/supabase-js'
import { readdir, readFile, readlink } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askPlatform, operatorToken } from '../support/platform-api.ts'
import {
  createProject,
  discard,
  startServer,
  stoa,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

let server: StartedServer
let project: ProjectInfo

beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Durable')
})
afterAll(() => discard(server))

const PASSWORD = 'correct horse battery'

const connect = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Finds the postmasters of this test's data folder, or only those of one project. */
async function postmasters(dataDir: string, ref = ''): Promise<number[]> {
  const found: number[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const isPostmaster = cwd.startsWith(dataDir) && command.includes('\0-D\0')
    if (isPostmaster && command.includes(ref)) found.push(Number(pid))
  }
  return found
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`It never came about that ${what}`)
}

describe('after kill -9', () => {
  it('of its Postgres, a project recovers by itself and keeps committed data', async () => {
    const before = await connect(project.connection_string)
    await before.query('create table kept (id int primary key)')
    await before.query('insert into kept values (1)')
    const [killed] = await postmasters(server.dataDir, project.ref)
    if (killed === undefined) throw new Error('The project has no Postgres')
    process.kill(killed, 'SIGKILL')
    await until(async () => {
      const [pid = killed] = await postmasters(server.dataDir, project.ref)
      return pid !== killed
    }, 'another Postgres was started')
    const db = createClient(project.api_url, project.service_role_key)
    let rows: unknown
    await until(async () => {
      const { data, error } = await db.from('kept').select('id')
      rows = data
      return error === null
    }, 'the killed project answered')
    expect(rows).toEqual([{ id: 1 }])
  })

  it('of a backend, every API says when to try again until its Postgres has recovered', async () => {
    const key = project.service_role_key
    const as = (token: string) => ({
      apikey: key,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    })
    const [service, operator] = [as(key), as(await operatorToken(server))]
    const api = project.api_url
    await fetch(`${api}/storage/v1/bucket`, {
      method: 'POST',
      headers: service,
      body: '{"id":"recovery","name":"recovery"}',
    })
    let count = 0
    const next = () => (count += 1)
    const post = (url: string, headers: HeadersInit, body: object) =>
      fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    const requests = [
      () => fetch(`${api}/rest/v1/kept?select=id`, { headers: service }),
      () => post(`${api}/rest/v1/kept`, service, { id: 1000 + next() }),
      () =>
        post(`${api}/auth/v1/admin/users`, service, {
          email: `p${next()}@example.com`,
          password: PASSWORD,
        }),
      () => post(`${api}/storage/v1/object/recovery/${next()}.json`, service, {}),
      () => post(`${api}/storage/v1/object/list/recovery`, service, { prefix: '' }),
      () => post(`${api}/graphql/v1`, service, { query: '{ __typename }' }),
      () =>
        post(`${server.url}/platform/meta/${project.ref}/query`, operator, {
          run_id: crypto.randomUUID(),
          sql: 'select 1',
        }),
      () =>
        post(`${server.url}/v1/projects/${project.ref}/database/query`, operator, {
          query: 'select 1',
        }),
    ]
    const outcomes = new Set<string>()
    let isOver = false
    const asking = requests.map(async (request) => {
      while (!isOver) {
        const response = await request()
        const { status, headers } = response
        const text = await response.text()
        // A query that may have been committed must not be repeated.
        if (status < 300 || text.includes('"may_have_committed":true')) continue
        outcomes.add(`${status}, retry ${headers.has('retry-after')}`)
      }
    })
    for (let round = 0; round < 3; round += 1) {
      const client = await connect(project.connection_string)
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
      const reconnect = async () => (await connect(project.connection_string)).end()
      await expect.poll(() => reconnect().then(() => 'connected', String)).toBe('connected')
    }
    isOver = true
    await Promise.all(asking)
    expect([...outcomes]).toEqual(['503, retry true'])
  })

  it("of the platform's own Postgres, the server starts it again and continues", async () => {
    const [killed] = await postmasters(server.dataDir, '/control')
    if (killed === undefined) throw new Error('The platform has no Postgres')
    process.kill(killed, 'SIGKILL')
    // None, if Postgres has recovered before the first request.
    const refusals: string[] = []
    const headers = { authorization: `Bearer ${await operatorToken(server)}` }
    await until(async () => {
      const response = await fetch(`${server.url}/platform/projects`, { headers })
      if (response.status === 200) return (await postmasters(server.dataDir, '/control')).length > 0
      const { code } = (await response.json()) as { code: string }
      refusals.push(`${response.status} ${code} ${response.headers.get('retry-after')}`)
      return false
    }, 'the platform answered again')
    expect(refusals.filter((refusal) => refusal !== '503 database_unavailable 1')).toEqual([])
    const created = await createProject(server, 'After the crash')
    expect(created.status).toBe('ACTIVE_HEALTHY')
  })

  it('of the server, every Postgres ends and the next start serves the same rows', async () => {
    const writer = await connect(project.connection_string)
    await writer.query('insert into kept values (2)')
    await server.kill('SIGKILL')
    await until(
      async () => (await postmasters(server.dataDir)).length === 0,
      'every Postgres of the killed server ended',
    )
    server = await startServer({ dataDir: server.dataDir })
    const shown = await stoa(server, 'project', 'show', project.ref, '--json')
    expect(shown.stderr).toBe('')
    project = JSON.parse(shown.stdout) as ProjectInfo
    expect(project.status).toBe('ACTIVE_HEALTHY')
    const reader = await connect(project.connection_string)
    const { rows } = await reader.query('select id from kept where id in (1, 2) order by id')
    expect(rows).toEqual([{ id: 1 }, { id: 2 }])
    await reader.end()
  })

  it('of the server during a project creation, the next start finishes the creation', async () => {
    const org = await stoa(server, 'org', 'create', '--name', 'Half', '--json')
    const { slug } = JSON.parse(org.stdout) as { slug: string }
    const cutShort = stoa(server, 'project', 'create', '--org', slug, '--name', 'Half made')
    let ref: string | undefined
    await until(async () => {
      const projects = await askPlatform<ProjectInfo[]>(server, 'GET', '/projects')
      ref = projects.find(({ name }) => name === 'Half made')?.ref
      return ref !== undefined
    }, 'the creation was recorded')
    await server.kill('SIGKILL')
    await cutShort
    server = await startServer({ dataDir: server.dataDir })
    const show = () => askPlatform<ProjectInfo>(server, 'GET', `/projects/${ref}`)
    await until(async () => (await show()).status !== 'COMING_UP', 'the half-made project came up')
    expect((await show()).status).toBe('ACTIVE_HEALTHY')
  })

  it('and restart, a second server on the same data folder fails to start', async () => {
    await expect(startServer({ dataDir: server.dataDir })).rejects.toThrow(
      /already uses this data folder/,
    )
  })

  it('and restart, Ctrl-C stops every child process', async () => {
    await server.kill('SIGINT')
    expect(await postmasters(server.dataDir)).toEqual([])
    server = await startServer({ dataDir: server.dataDir })
  })
})
