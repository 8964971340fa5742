import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createTestApp, type TestApp } from '../../../test/data-api/app.ts'

/** Names that every JavaScript object has. */
const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']

let test: TestProject
let api: TestApp

beforeAll(async () => {
  test = await createTestProject({
    settings: { data_api: { exposed_schemas: ['public', ...NAMES] } },
  })
  const columns = NAMES.map((name) => `"${name}" text`).join()
  await test.run(`
    create type public."constructor" as enum ('a');
    create table plain (id int primary key);
    ${NAMES.map(
      (name) => `
        create schema "${name}";
        grant usage on schema "${name}" to service_role;
        create table "${name}"."${name}" (${columns}, kind public."constructor");
        grant all on "${name}"."${name}" to service_role;
        create function "${name}"."make_${name}"(${columns}) returns text language sql
          as $$ select "${name}" $$;`,
    ).join('')}`)
  api = await createTestApp(test.project)
})
afterAll(async () => {
  await api.service.stop?.(test.project)
  await api.app.close()
  await test.stop()
})

type TestRequest = {
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

async function ask({ method = 'GET', url, headers, body }: TestRequest) {
  const response = await api.app.inject({
    method,
    url: `/rest/v1${url}`,
    headers: { authorization: `Bearer ${api.token('service_role')}`, ...headers },
    ...(body !== undefined && { payload: body }),
  })
  return { status: response.statusCode, body: response.body }
}

const json = { 'content-type': 'application/json' }

/** The places in a request where an unknown name can occur. */
const unknown: Readonly<Record<string, (name: string) => TestRequest>> = {
  'a preference': (name) => ({ url: '/plain', headers: { prefer: `${name}, ${name}=${name}` } }),
  'a strict preference': (name) => ({
    url: '/plain',
    headers: { prefer: `${name}=a,handling=strict` },
  }),
  'a media type': (name) => ({ url: '/plain', headers: { accept: name } }),
  'a parameter of a media type': (name) => ({
    url: '/plain',
    headers: { accept: `application/json;${name}=${name}` },
  }),
  'a content type of a write': (name) => ({
    method: 'POST',
    url: '/plain',
    headers: { 'content-type': name },
    body: '{}',
  }),
  'a content type of a call': (name) => ({
    method: 'POST',
    url: '/rpc/none',
    headers: { 'content-type': name },
    body: '{}',
  }),
  'a range': (name) => ({ url: '/plain', headers: { range: name } }),
  'a table': (name) => ({ url: `/${name}` }),
  'a function': (name) => ({ url: `/rpc/${name}?${name}=1` }),
  'an operator': (name) => ({ url: `/plain?id=${name}.1` }),
  'an operator in a tree': (name) => ({ url: `/plain?or=(id.${name}.1,id.not.${name}.2)` }),
  'a quantifier': (name) => ({ url: `/plain?id=eq(${name}).1` }),
  'a language of a search': (name) => ({ url: `/plain?id=fts(${name}).1` }),
  'a value of is': (name) => ({ url: `/plain?id=is.${name}` }),
  'a filtered column': (name) => ({ url: `/plain?${name}=eq.1` }),
  'a place of a filter': (name) => ({ url: `/plain?${name}.${name}=eq.1&${name}.limit=1` }),
  'a selected column': (name) => ({ url: `/plain?select=${name}` }),
  'an aggregate': (name) => ({ url: `/plain?select=id.${name}()` }),
  'a cast': (name) => ({ url: `/plain?select=id::${name}` }),
  'an embedded table': (name) => ({ url: `/plain?select=${name}!${name}(${name})` }),
  'an order': (name) => ({ url: `/plain?order=${name}.${name}` }),
  'a written column': (name) => ({
    method: 'POST',
    url: '/plain',
    headers: json,
    body: `[{"${name}":1},{"${name}":2}]`,
  }),
  'a column to write': (name) => ({
    method: 'PATCH',
    url: `/plain?columns=${name}&id=eq.1`,
    headers: json,
    body: `{"${name}":1}`,
  }),
  'a column of CSV': (name) => ({
    method: 'POST',
    url: '/plain',
    headers: { 'content-type': 'text/csv' },
    body: `${name}\n1\n`,
  }),
  'a field of a form': (name) => ({
    method: 'POST',
    url: '/plain',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `${name}=1`,
  }),
}

describe.each(Object.entries(unknown))('%s that every JavaScript object has', (_place, asked) => {
  it.each(NAMES)('called %s does not cause a server error', async (name) => {
    expect((await ask(asked(name))).status).toBeLessThan(500)
  })
})

describe.each(NAMES)('a schema and a table called %s', (name) => {
  const profile = { 'accept-profile': name, 'content-profile': name }

  it('can be read and written', async () => {
    const columns = NAMES.map((each) => `"${each}":"1"`).join()
    const written = await ask({
      method: 'POST',
      url: `/${name}?select=${name}`,
      headers: { ...json, ...profile, prefer: 'return=representation' },
      body: `{${columns}}`,
    })
    expect(written).toEqual({ status: 201, body: `[{"${name}":"1"}]` })
    const asked = { url: `/${name}?${name}=eq.1&select=${name}&order=${name}`, headers: profile }
    expect(await ask(asked)).toEqual({ status: 200, body: `[{"${name}":"1"}]` })
  })

  it('are described', async () => {
    const { status, body } = await ask({ url: '/', headers: profile })
    expect(status).toBe(200)
    expect(body).toContain(`"/rpc/make_${name}"`)
    expect(body).toContain(`"format":"public.constructor"`)
  })

  it('can have functions with arguments of such names', async () => {
    const all = NAMES.map((each) => `"${each}":"of ${each}"`).join()
    const headers = { ...json, ...profile }
    const posted = await ask({
      method: 'POST',
      url: `/rpc/make_${name}`,
      headers,
      body: `{${all}}`,
    })
    expect(posted).toEqual({ status: 200, body: `"of ${name}"` })
    const query = NAMES.map((each) => `${each}=of+${each}`).join('&')
    expect(await ask({ url: `/rpc/make_${name}?${query}`, headers: profile })).toEqual(posted)
    const form = { ...profile, 'content-type': 'application/x-www-form-urlencoded' }
    const sent = { method: 'POST', url: `/rpc/make_${name}`, headers: form, body: query } as const
    expect(await ask(sent)).toEqual(posted)
  })
})
