import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { createSettings } from '../../../project/settings.ts'
import { createTestApp, type TestApp } from '../../../../test/data-api/app.ts'

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  definitions: z.record(z.string(), z.unknown()),
  parameters: z.record(z.string(), z.unknown()),
})

let test: TestProject
let api: TestApp

beforeAll(async () => {
  test = await createTestProject()
  for (const file of [
    '../../../../test/data-api/schema.sql',
    '../../../../test/data-api/schema-more.sql',
  ])
    await test.run(await readFile(new URL(file, import.meta.url), 'utf8'))
  await test.run(`
    create type mood as enum ('calm', 'cross');
    create table moods (id int primary key, mood mood default 'calm', code varchar(3));
    grant all on moods to anon;
    revoke execute on function add_up from public, anon;
    create function is_calm(moods mood[], mood mood, at bigint default 0) returns bool
      language sql immutable as $$ select 'calm' = any(moods || mood) $$;
    create function turn_away() returns void language plpgsql as $$
      begin
        if current_setting('request.path') = '/' and current_setting('request.method') = 'GET'
        then raise sqlstate 'PT429' using message = 'slow down'; end if;
      end $$;
  `)
  api = await createTestApp(test.project)
})
afterAll(async () => {
  await api.service.stop?.(test.project)
  await api.app.close()
  await test.stop()
})

async function root(role: string, headers: Record<string, string> = {}) {
  return api.app.inject({
    method: 'GET',
    url: '/rest/v1/',
    headers: { authorization: `Bearer ${api.token(role)}`, ...headers },
  })
}

describe('the root', () => {
  it('describes the schema in OpenAPI 2.0', async () => {
    const response = await root('anon')
    expect(response.headers['content-type']).toBe('application/openapi+json; charset=utf-8')
    expect(response.json()).toMatchObject({
      swagger: '2.0',
      info: { title: 'Library', description: 'Books and who wrote them', version: '14.0' },
      basePath: '/rest/v1/',
      paths: {
        '/': { get: { tags: ['Introspection'] } },
        '/genres': {
          get: { summary: 'Kinds of books', description: 'Only the big ones.' },
          post: { parameters: [{ $ref: '#/parameters/body.genres' }, {}, {}] },
          patch: {},
          delete: {},
        },
        '/rpc/log_line': { post: {} },
      },
      parameters: {
        'rowFilter.genres.label': { in: 'query', description: 'What it is called' },
        select: { name: 'select' },
      },
    })
  })

  it('describes columns: types, keys, defaults, labels and lengths', async () => {
    const { definitions } = Document.parse((await root('anon')).json())
    expect(definitions['books']).toMatchObject({
      required: ['id', 'title', 'tags', 'meta'],
      properties: {
        id: {
          type: 'integer',
          format: 'int32',
          description: 'Note:\nThis is a Primary Key.<pk/>',
        },
        price: { type: 'number', format: 'numeric', default: 9.5 },
        published: { type: 'boolean', default: true },
        tags: { type: 'array', items: { type: 'string' } },
        author_id: {
          description:
            "Note:\nThis is a Foreign Key to `authors.id`.<fk table='authors' column='id'/>",
        },
      },
    })
    expect(definitions['moods']).toMatchObject({
      properties: {
        mood: { enum: ['calm', 'cross'], default: 'calm', type: 'string' },
        code: { maxLength: 3, format: 'character varying' },
      },
    })
  })

  it('describes functions with their methods and arguments', async () => {
    const { paths } = Document.parse((await root('anon')).json())
    expect(Object.keys(paths['/rpc/log_line'] ?? {})).toEqual(['post'])
    expect(paths['/rpc/shout']).toMatchObject({
      get: {
        parameters: [
          { name: 'words', type: 'array', collectionFormat: 'multi', items: { type: 'string' } },
        ],
      },
    })
    expect(Object.keys(paths['/book_counts'] ?? {})).toEqual(['get'])
  })

  it('names types as the search path of the request shortens them', async () => {
    const { paths, definitions } = Document.parse((await root('anon')).json())
    expect(paths['/rpc/is_calm']).toMatchObject({
      get: {
        parameters: [
          { name: 'moods', format: 'mood[]', type: 'string' },
          { name: 'mood', format: 'mood', type: 'string' },
          { name: 'at', format: 'int64', type: 'integer', required: false },
        ],
      },
    })
    expect(definitions['moods']).toMatchObject({
      properties: { mood: { format: 'public.mood' } },
    })
  })

  it('marks no column of a view as required, because all can be null', async () => {
    const { definitions } = Document.parse((await root('anon')).json())
    expect(definitions['book_counts']).not.toHaveProperty('required')
  })

  it('runs the pre-request function first', async () => {
    const data_api = { db_pre_request: 'turn_away' }
    const strict = await createTestApp({
      ...test.project,
      settings: createSettings({ data_api }),
    })
    const ask = (method: 'GET' | 'HEAD') => strict.app.inject({ method, url: '/rest/v1/' })
    expect((await ask('GET')).statusCode).toBe(429)
    expect((await ask('HEAD')).statusCode).toBe(200)
    await strict.service.stop?.(strict.project)
    await strict.app.close()
  })

  it('shows a caller only what it may use', async () => {
    const anon = Document.parse((await root('anon')).json())
    expect(anon.paths).not.toHaveProperty('/secrets')
    expect(anon.definitions).not.toHaveProperty('secrets')
    expect(anon.paths).not.toHaveProperty(['/rpc/add_up'])
    const service = Document.parse((await root('service_role')).json())
    expect(service.paths).toHaveProperty('/secrets')
  })

  it('is sent as OpenAPI when JSON is accepted, and never as another type', async () => {
    const response = await root('anon', { accept: 'application/json' })
    expect(response.headers['content-type']).toBe('application/openapi+json; charset=utf-8')
    expect((await root('anon', { accept: 'text/csv' })).statusCode).toBe(406)
  })
})
