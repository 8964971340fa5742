import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'

const world = inject('attackWorld')
const [, organization] = world.organizations
const { owner } = organization.people
const [project] = organization.projects
const ORGANIZATION = `/platform/organizations/${organization.slug}`
const PROJECT = `/platform/projects/${project.ref}`
const META = `/platform/meta/${project.ref}`

/** Texts with a meaning in SQL, HTML, a header, a path, a template or a terminal. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['quotes', `it's "quoted" \`here\``],
  ['a comment of SQL', `'; drop table platform.members; -- `],
  ['a dollar quote', `$$; select 1; $$`],
  ['a backslash before a quote', `\\'; select 1; --`],
  ['a bound parameter', '$1 :name ?'],
  ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['the end of an attribute', `" onmouseover="alert(1)`],
  ['an entity', '&lt;b&gt; &#x3c;'],
  ['templates', '{{7*7}} ${7*7} <%= 7*7 %> #{7*7}'],
  ['a header', 'a\r\nSet-Cookie: stolen=1'],
  ['a path', '../../../etc/passwd'],
  ['an encoded path', '%2e%2e%2fetc%2fpasswd'],
  ['backslashes', '..\\..\\windows\\win.ini'],
  ['a script address', 'javascript:alert(1)'],
  ['a name of every object', '__proto__'],
  ['the constructor', 'constructor'],
  ['right to left', '\u202egpj.exe'],
  ['no width', 'ad\u200bmin\u2060\ufeff.'],
  ['combining marks', `Z${'\u0351'.repeat(20)}`],
  ['an emoji of seven characters', '👩‍👩‍👧‍👦'],
  ['control characters', 'a\u0001\u001b[31mred\u007f'],
  ['a formula', '=cmd|calc!A0'],
  ['a null character', 'a\0b'],
  ['half a character', 'a\ud800b'],
  ['white space around', '  a  '],
  ['only white space', ' \t '],
  ['nothing', ''],
  ['a long line', 'x'.repeat(100_000)],
]

type Answer = { readonly status: number; readonly code: string | undefined; readonly body: unknown }

async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(world.url + path, {
    method,
    headers: {
      authorization: `Bearer ${owner.token}`,
      'x-connection-encrypted': project.handles[owner.id] ?? '',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(response.headers.get('set-cookie')).toBeNull()
  const parsed = (await response.json()) as { code?: string }
  return { status: response.status, code: parsed.code, body: parsed }
}

const field = (value: unknown, name: string) => (value as Record<string, unknown>)[name]

/**
 * A place where a text is stored: `write` sends it, `read` finds it again. Some places trim their
 * texts.
 */
type Place = {
  readonly name: string
  readonly write: (text: string) => Promise<Answer>
  readonly read: (written: Answer) => Promise<unknown>
  readonly isTrimmed: boolean
}

const snippetId = randomUUID()
const snippetVersion = async () => {
  const { status, body } = await ask('GET', `${PROJECT}/content/${snippetId}`)
  return status === 200 ? (field(body, 'version') as number) : 0
}

const places: readonly Place[] = [
  {
    name: 'the name of an organization',
    write: (name) => ask('PATCH', ORGANIZATION, { name }),
    read: async () => field((await ask('GET', ORGANIZATION)).body, 'name'),
    isTrimmed: true,
  },
  {
    name: 'the name of a project',
    write: (name) => ask('PATCH', PROJECT, { name }),
    read: async () => field((await ask('GET', PROJECT)).body, 'name'),
    isTrimmed: true,
  },
  {
    name: 'the name of a person',
    write: (display_name) => ask('PATCH', '/platform/profile', { display_name }),
    read: async () => field((await ask('GET', '/platform/profile')).body, 'display_name'),
    isTrimmed: true,
  },
  {
    name: 'the name of a snippet',
    write: async (name) =>
      ask('PUT', `${PROJECT}/content/${snippetId}`, {
        name,
        sql: 'select 1',
        version: await snippetVersion(),
      }),
    read: async () => field((await ask('GET', `${PROJECT}/content/${snippetId}`)).body, 'name'),
    isTrimmed: true,
  },
  {
    name: 'the text of a snippet',
    write: async (text) =>
      ask('PUT', `${PROJECT}/content/${snippetId}`, {
        name: 'text',
        sql: text,
        version: await snippetVersion(),
      }),
    read: async () => field((await ask('GET', `${PROJECT}/content/${snippetId}`)).body, 'sql'),
    isTrimmed: false,
  },
  {
    name: 'the description of a key',
    write: (description) =>
      ask('POST', `${PROJECT}/api-keys`, {
        kind: 'secret',
        name: `k_${randomUUID().replaceAll('-', '_')}`,
        description,
      }),
    async read({ body }) {
      const id = field(body, 'id') as string
      const { body: list } = await ask('GET', `${PROJECT}/api-keys`)
      const keys = field(list, 'keys') as { id: string; description: string }[]
      const found = keys.find((key) => key.id === id)?.description
      await ask('DELETE', `${PROJECT}/api-keys/${id}`)
      return found
    },
    isTrimmed: true,
  },
  {
    name: 'the name, the comment and a column of a table',
    write: (name) =>
      ask('POST', `${META}/tables`, {
        schema: 'public',
        name,
        comment: name,
        columns: [{ name, type: 'text', comment: name }],
      }),
    async read({ body }) {
      const id = field(body, 'id') as number
      const { body: table } = await ask('GET', `${META}/tables/${id}`)
      const column = (field(table, 'columns') as { name: string; comment: string }[])[0]
      const texts = [field(table, 'name'), field(table, 'comment'), column?.name, column?.comment]
      await ask('DELETE', `${META}/tables/${id}`)
      return new Set(texts).size === 1 ? texts[0] : texts
    },
    isTrimmed: false,
  },
  {
    name: 'a cell and a default of a table',
    write: async (value) => {
      const column = { name: 'note', type: 'text', default: { kind: 'literal', value } }
      const { status, body, code } = await ask('POST', `${META}/tables`, {
        schema: 'public',
        name: `cells_${randomUUID()}`,
        columns: [{ name: 'id', type: 'int4', is_primary_key: true }, column],
      })
      if (status !== 201) return { status, body, code }
      const rows = `${META}/tables/${String(field(body, 'id'))}/rows`
      const written = await ask('POST', rows, { values: { id: '1', note: value } })
      if (written.status !== 201) return written
      await ask('POST', rows, { values: { id: '2' } })
      return { status, code, body: rows }
    },
    async read({ body }) {
      const rows = body as string
      const { body: list } = await ask('POST', `${rows}/list`, {})
      const texts: unknown[] = []
      for (const id of ['1', '2']) {
        const { body: row } = await ask('POST', `${rows}/get`, { key: { id } })
        texts.push((field(row, 'cells') as unknown[])[1])
      }
      expect(field(list, 'rows')).toHaveLength(2)
      await ask('DELETE', rows.replace(/\/rows$/, ''))
      return new Set(texts).size === 1 ? texts[0] : texts
    },
    isTrimmed: false,
  },
  {
    name: 'a ticket',
    write: (text) =>
      ask('POST', '/platform/support/tickets', { category: 'others', subject: 'x', message: text }),
    async read({ body }) {
      const { body: list } = await ask('GET', '/platform/support/tickets')
      const tickets = list as { id: string; message: string }[]
      return tickets.find(({ id }) => id === field(body, 'id'))?.message
    },
    isTrimmed: true,
  },
]

/** Codes with which a text can be refused. */
const REFUSED = (status: number, code: string | undefined) =>
  [400, 409, 413, 422, 429].includes(status) && code !== undefined && code !== ''

describe.each(places)('$name', ({ write, read, isTrimmed }) => {
  it('keeps every text as it is or refuses it with a code', async () => {
    const wrong: string[] = []
    for (const [name, text] of TEXTS) {
      const written = await write(text)
      if (REFUSED(written.status, written.code)) continue
      const found = await read(written)
      if (found !== (isTrimmed ? text.trim() : text))
        wrong.push(`${name}: ${written.status} ${JSON.stringify(found)?.slice(0, 200)}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('names in the database of a project', () => {
  const names = TEXTS.map(([, text]) => text).filter(
    (text) => text !== '' && text.isWellFormed() && !text.includes('\0') && text.length < 60,
  )

  it('are names and nothing more to every API', async () => {
    const client = new pg.Client({ connectionString: project.connectionString })
    await client.connect()
    try {
      for (const name of names) {
        const table = pg.escapeIdentifier(name)
        await client.query(`create table ${table} (id int primary key, ${table} text)`)
        await client.query(`insert into ${table} values (1, $1)`, [name])
        await client.query(`create function ${pg.escapeIdentifier(`f ${name}`)}() returns text
          language sql as 'select 1::text'`)
      }
      const headers = { apikey: project.secretKey }
      const read = async (name: string) => {
        const url = `${project.apiUrl}/rest/v1/${encodeURIComponent(name)}`
        return (await fetch(url, { headers })).json()
      }
      // The API reads a changed schema after a moment.
      for (const name of names)
        await expect.poll(() => read(name)).toEqual([{ id: 1, [name]: name }])
      for (const path of ['/tables', '/functions', '/data-api-overrides', '/schemas'])
        expect((await ask('GET', META + path)).status).toBe(200)
      for (const language of ['typescript', 'go', 'swift', 'python'])
        expect((await ask('GET', `${PROJECT}/types/${language}`)).status).toBe(200)
      expect((await fetch(`${project.apiUrl}/rest/v1/`, { headers })).status).toBe(200)
    } finally {
      for (const name of names) {
        await client.query(`drop table if exists ${pg.escapeIdentifier(name)}`)
        await client.query(`drop function if exists ${pg.escapeIdentifier(`f ${name}`)}`)
      }
      await client.end()
    }
  })
})
