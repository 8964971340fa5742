import type { Import } from '@stoa/contract/services/imports/imports'
import Fastify, { type FastifyInstance } from 'fastify'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { systemClock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { mountRoutes } from '../../../lib/http.ts'
import { rawSql } from '../../../postgres/sql.ts'
import { createImports } from '../index.ts'

let test: TestProject
let app: FastifyInstance
const service = createImports({ clock: systemClock, refuseProtectedSchema: () => {} })

beforeAll(async () => {
  test = await createTestProject()
  app = Fastify()
  app.decorateRequest('project')
  app.decorateRequest('member')
  app.addHook('onRequest', async (request) => {
    request.project = test.project
    request.member = { kind: 'operator_credential' }
    request.recordAudit = async () => {}
  })
  app.setErrorHandler((error, _request, reply) =>
    error instanceof AppError
      ? reply.status(error.status).send({ code: error.code, message: error.message })
      : reply.status(500).send({ code: String(error) }),
  )
  for (const { routes } of service.memberDoors ?? []) mountRoutes(app, routes)
  await service.start?.(test.project)
})
afterAll(async () => {
  await service.stop?.(test.project)
  await test.stop()
})

const place = () => `/platform/imports/${test.project.ref}`

async function start(content: string | Buffer, more: object = {}) {
  const file = { kind: 'script', file_name: 'dump.sql', file_bytes: Buffer.byteLength(content) }
  const created = await app.inject({
    method: 'POST',
    url: `${place()}/scripts`,
    payload: { ...file, ...more },
  })
  expect(created.statusCode).toBe(201)
  const { id } = created.json<Import>()
  const sent = await app.inject({
    method: 'PUT',
    url: `${place()}/jobs/${id}/file`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: content,
  })
  expect(sent.statusCode).toBe(200)
  return id
}

async function stateOf(id: string): Promise<Import | undefined> {
  const all = (await app.inject({ url: `${place()}/jobs` })).json<Import[]>()
  return all.find((one) => one.id === id)
}

async function ended(id: string): Promise<Import | undefined> {
  for (;;) {
    const state = await stateOf(id)
    if (state?.ended_at !== null) return state
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const load = async (content: string | Buffer, more?: object) => ended(await start(content, more))

async function rowsOf(query: string): Promise<string[]> {
  const { rows } = await test.database.as('postgres').text(rawSql(query))
  return rows.map((row) => row.map((cell) => cell ?? 'NULL').join('|'))
}

const exists = async (table: string) =>
  (await rowsOf(`select to_regclass('${table}') is not null`))[0] === 't'

const DUMP = `--
-- PostgreSQL database dump
--

\\restrict 0Q

SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);

CREATE SCHEMA public;
ALTER SCHEMA public OWNER TO alice;

CREATE FUNCTION public.twice(n integer) RETURNS integer
    LANGUAGE sql
    AS $$ select n * 2; $$;
ALTER FUNCTION public.twice(n integer) OWNER TO alice;

CREATE TABLE public.planet (
    id integer NOT NULL,
    name text DEFAULT 'a;b'::text
);
ALTER TABLE public.planet OWNER TO alice;
CREATE SEQUENCE public.planet_id_seq AS integer;

COPY public.planet (id, name) FROM stdin;
1	Mercury
2	\\N
3	a\\tb; é
\\.

COPY public.planet (id, name) FROM stdin;
\\.

SELECT pg_catalog.setval('public.planet_id_seq', 3, true);
INSERT INTO public.planet VALUES (4, 'E''s'), (5, E'\\n;');
ALTER TABLE ONLY public.planet ADD CONSTRAINT planet_pkey PRIMARY KEY (id);
GRANT SELECT ON TABLE public.planet TO bob;

\\unrestrict 0Q
`

describe('a file with SQL', () => {
  it('is run as one transaction of the owner, with the data of COPY', async () => {
    expect(await load(gzipSync(DUMP))).toMatchObject({
      status: 'succeeded',
      mode: 'script',
      schema: null,
      table: null,
      progress: 1,
      rows: 5,
      statements: 11,
      skipped_statements: 8,
      error: null,
    })
    expect(await rowsOf('select id, name, twice(id) from planet order by id')).toEqual([
      '1|Mercury|2',
      '2|NULL|4',
      '3|a\tb; é|6',
      "4|E's|8",
      '5|\n;|10',
    ])
    const owner = `select relowner::regrole, count(distinct p.xmin::text) from pg_class, planet p
      where oid = 'planet'::regclass group by 1`
    expect(await rowsOf(owner)).toEqual(['postgres|1'])
  })

  it.each([
    [
      'create table a1 ();\nselect 1;\n\nselect 1/0;',
      3,
      4,
      'import_statement_failed',
      'Division by zero',
    ],
    [
      'create table a2 (n int);\ncopy a2 from stdin;\n1\nx\n\\.\n',
      2,
      2,
      'import_statement_failed',
      'Invalid input syntax',
    ],
    ['create table a3 ();\nrollback;', 2, 2, 'import_statement_refused', 'ROLLBACK'],
    ['create table a4 ();\n\\connect other', 2, 2, 'import_command_unsupported', '\\connect'],
    ['create table a5 ();\nvacuum;', 2, 2, 'import_statement_failed', 'VACUUM'],
    [
      'create table a6 ();\ndo $$ begin commit; end $$;',
      2,
      2,
      'import_statement_failed',
      'Invalid transaction termination',
    ],
    ['create table a7 ();\nalter role postgres superuser;', 2, 2, 'import_statement_failed', ''],
    ["create table a8 ();\ncopy a8 from program 'id';", 2, 2, 'import_statement_refused', 'COPY'],
    [
      "create table a9 ();\nset standard_conforming_strings = off;\nselect '\\'; commit; --';",
      3,
      3,
      'import_statement_failed',
      '',
    ],
  ])(
    'changes nothing and names the statement that fails: %j',
    async (text, statement, line, code, message) => {
      const state = await load(text)
      expect(state).toMatchObject({
        status: 'failed',
        rows: 0,
        statements: 0,
        error: { code, statement, line, message: expect.stringContaining(message) },
      })
      expect(state?.error?.message).toMatch(/^Statement \d \(line \d\): .*Nothing was changed\.$/s)
      const [, name = ''] = /create table (\w+)/.exec(text) ?? []
      expect(await exists(name)).toBe(false)
    },
  )

  it('keeps owners and privileges if they are wanted', async () => {
    const state = await load('create table o ();\nalter table o owner to alice;', {
      leaves_out_owners: false,
    })
    expect(state).toMatchObject({
      error: { statement: 2, message: expect.stringContaining('alice') },
    })
  })

  it('drops the rows that a query returns', async () => {
    const state = await load(`select g, repeat('x', 1000) from generate_series(1, 100000) g;`)
    expect(state).toMatchObject({ status: 'succeeded', statements: 1, rows: 0 })
  })

  it('is rolled back when it is canceled', async () => {
    const id = await start('create table c (); select pg_sleep(60);')
    for (;;) {
      const { status, statements } = (await stateOf(id)) ?? {}
      if (status === 'running' && statements === 1) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const cancelled = await app.inject({ method: 'POST', url: `${place()}/jobs/${id}/cancel` })
    expect(cancelled.json()).toMatchObject({ status: 'cancelled' })
    expect(await exists('c')).toBe(false)
  })

  it('is refused beyond the space for files that are not imported yet', async () => {
    const bytes = 4 * 1024 ** 3
    const create = (file_bytes: number) =>
      app.inject({
        method: 'POST',
        url: `${place()}/scripts`,
        payload: { kind: 'script', file_name: 'a.sql', file_bytes },
      })
    const created = [await create(bytes), await create(bytes)]
    expect((await create(1)).json()).toMatchObject({
      code: 'import_files_too_large',
      message: 'The files of a project’s unfinished imports can have 8 GB in total.',
    })
    for (const { statusCode, json } of created) {
      expect(statusCode).toBe(201)
      await app.inject({ method: 'POST', url: `${place()}/jobs/${json<Import>().id}/cancel` })
    }
    expect((await create(1)).statusCode).toBe(201)
  })
})
