import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetaApp, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create type public.mood as enum ('sad', 'happy');
    create table public.person (id bigint generated always as identity primary key, name text not null, mood public.mood);
    create table public.passport (person_id bigint primary key references public.person, code text);
    create table public.todo (
      id uuid primary key default gen_random_uuid(),
      title text not null,
      owner bigint references public.person,
      reviewer bigint references public.person,
      tags text[]
    );
    create table public.room (id int primary key, warden bigint references public.person);
    create table public."Weird ""Name" (id int primary key, "a""b" text);
    create table public.part (
      id int primary key,
      part_of int references public.part,
      spare_for int unique references public.part,
      unique (id, part_of),
      foreign key (spare_for, part_of) references public.part (id, part_of)
    );
    create table public.step (id int primary key, after int references public.step);
    create table public.shortcut (from_step int references public.step, to_step int references public.step);
    create table public.branch (id int primary key, parent int references public.branch);
    create view public.happy as select id, name from public.person where mood = 'happy';
    create function public.greet(who text, times integer default 1) returns text
      language sql stable as $$ select repeat(who, times) $$;
    create function public.moods(a public.mood, variadic others text[]) returns setof public.person
      language sql as $$ select * from public.person $$;
    create function public.split(text, out head text, out tail text)
      language sql immutable as $$ select $1, $1 $$;
    create function public.on_change() returns trigger language plpgsql as $$ begin return new; end $$;
    comment on function public.greet(text, integer) is 'Says hello';
    create schema shop;
    create table shop.item (id int primary key, price numeric not null);
    create schema "Odd one";
    create table "Odd one".thing (id int primary key);`)
})
afterAll(() => meta.stop())

type Found = { readonly status: number; readonly code?: string; readonly types: string }

async function typesOf(language: string, schemas?: string): Promise<Found> {
  const search = schemas === undefined ? '' : `?included_schemas=${encodeURIComponent(schemas)}`
  const { ref } = meta.test.project
  const url = `/platform/projects/${ref}/types/${language}${search}`
  const response = await meta.app.inject({ method: 'GET', url })
  return { status: response.statusCode, ...response.json<{ types: string; code?: string }>() }
}

describe('generated types', () => {
  it.each([
    ['typescript', 'todo: {'],
    ['go', 'type PublicTodoSelect struct'],
    ['swift', 'struct TodoSelect'],
    ['python', 'class PublicTodo('],
  ])('in %s name the table', async (language, mention) => {
    const { status, types } = await typesOf(language)
    expect(status).toBe(200)
    expect(types).toContain(mention)
    expect(types).not.toContain('Item')
  })

  it('cover only the requested schemas', async () => {
    const { types } = await typesOf('typescript', 'shop,Odd one')
    expect(types).toContain('item: {')
    expect(types).toContain('thing: {')
    expect(types).not.toContain('todo')
  })

  it.each([
    ['missing', 404, 'schema_not_found'],
    ['public,missing', 404, 'schema_not_found'],
    [',', 400, 'invalid_request'],
    ['stoa', 404, 'schema_not_found'],
  ])('of %s are refused with %i %s', async (schemas, status, code) => {
    expect(await typesOf('typescript', schemas)).toMatchObject({ status, code })
  })

  it('leave out missing schemas in the Management API, which the official command line names', async () => {
    const managed = async (schemas: string) => {
      const { ref } = meta.test.project
      const url = `/v1/projects/${ref}/types/typescript?included_schemas=${schemas}`
      const response = await meta.app.inject({ method: 'GET', url })
      return [response.statusCode, response.json<unknown>()]
    }
    expect(await managed('shop,graphql_public')).toEqual([
      200,
      { types: expect.stringMatching(/ {2}shop: \{/) },
    ])
    expect(await managed('graphql_public,missing')).toMatchObject([
      404,
      { code: 'schema_not_found', message: expect.stringContaining('graphql_public, missing') },
    ])
  })

  it('exist in four languages', async () => {
    expect(await typesOf('cobol')).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('are the same for concurrent requests', async () => {
    const [first, second] = await Promise.all([typesOf('go'), typesOf('go')])
    expect(first).toEqual(second)
  })

  it('type tables, embeddings and functions in supabase-js', async () => {
    const { types } = await typesOf('typescript')
    const right = `
      const people = await supabase.from('person').select('name, mood, passport(code)')
      const mood: 'sad' | 'happy' | null = people.data![0]!.mood
      // One person has one passport, so this is an object and not a list.
      const code: string | null | undefined = people.data![0]!.passport?.code
      const weird = await supabase.from('Weird "Name').select('id')
      await supabase.from('todo').insert({ title: 'x', owner: 1, tags: ['a'] })
      const greeting: string | null = (await supabase.rpc('greet', { who: 'Ada' })).data
      export { mood, code, weird, greeting }`
    expect(await problemsOf(types, right)).toEqual([])
    expect(await problemsOf(types, `await supabase.from('nothing').select()`)).not.toEqual([])
    expect(await problemsOf(types, `await supabase.from('todo').insert({ owner: 1 })`)).not.toEqual(
      [],
    )
  })

  it('compile with a schema other than public as the default', async () => {
    const { types } = await typesOf('typescript', 'shop')
    const client = "createClient<Database, 'shop'>"
    const use = `
      const item: Tables<'item'> = { id: 1, price: 2 }
      const { data } = await supabase.from('item').select('price')
      const price: number = data![0]!.price
      export { item, price }`
    expect(await problemsOf(types, use, client)).toEqual([])
  })
})

/** The compiler's messages about a program that uses the types with supabase-js. */
async function problemsOf(types: string, use: string, client = 'createClient<Database>') {
  // Beside this file, so that the compiler finds the client library.
  const folder = await mkdtemp(path.join(fileURLToPath(new URL('.', import.meta.url)), '.types-'))
  try {
    await writeFile(path.join(folder, 'database.ts'), types)
    const main = path.join(folder, 'main.ts')
    await writeFile(
      main,
      `import { createClient } from '@supabase/supabase-js'
       import type { Database, Tables } from './database.ts'
       export type Item = Tables<never>
       const supabase = ${client}('http://localhost', 'key')
       ${use}
       export {}`,
    )
    const program = ts.createProgram([main], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: [],
    })
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe('functions', () => {
  it('are listed with their arguments and without trigger functions', async () => {
    const { body } = await meta.call('GET', '/functions')
    expect(body).toMatchObject([
      {
        name: 'greet',
        comment: 'Says hello',
        result: 'text',
        volatility: 'stable',
        arguments: [
          { name: 'who', type: 'text', has_default: false },
          { name: 'times', type: 'integer', has_default: true },
        ],
      },
      {
        name: 'moods',
        returns_set: true,
        result: 'SETOF public.person',
        arguments: [
          { name: 'a', enum_values: ['sad', 'happy'], is_variadic: false },
          { name: 'others', type: 'text[]', category: 'A', is_variadic: true },
        ],
      },
      { name: 'split', arguments: [{ name: '', type: 'text' }] },
    ])
  })

  it('return 404 for a missing schema', async () => {
    expect(await meta.call('GET', '/functions?schema=missing')).toMatchObject({
      status: 404,
      body: { code: 'schema_not_found' },
    })
  })
})

describe('relationships', () => {
  const of = async (table: string) =>
    (await meta.call('GET', `/tables/${await meta.idOf(table)}/relationships`)).body

  it('follow a table’s keys and those that refer to it', async () => {
    expect(await of('passport')).toEqual([
      {
        kind: 'one_to_one',
        constraint: 'passport_person_id_fkey',
        table: 'person',
        columns: ['person_id'],
        target_columns: ['id'],
        is_referencing: true,
        is_ambiguous: false,
      },
    ])
    expect(await of('person')).toMatchObject([
      { kind: 'one_to_one', table: 'passport', is_ambiguous: false },
      { kind: 'one_to_many', table: 'room', columns: ['id'], target_columns: ['warden'] },
      { kind: 'one_to_many', table: 'todo', is_ambiguous: true },
      { kind: 'one_to_many', table: 'todo', is_ambiguous: true },
    ])
  })

  it('follow a self-reference both ways, by its column if it has only one', async () => {
    expect(await of('branch')).toEqual([
      {
        kind: 'many_to_one',
        constraint: 'branch_parent_fkey',
        table: 'branch',
        columns: ['parent'],
        target_columns: ['id'],
        is_referencing: true,
        is_ambiguous: false,
      },
      {
        kind: 'one_to_many',
        constraint: 'branch_parent_fkey',
        table: 'branch',
        columns: ['id'],
        target_columns: ['parent'],
        is_referencing: false,
        is_ambiguous: false,
      },
    ])
    const parts = await of('part')
    expect(parts).toMatchObject([
      { kind: 'many_to_one', columns: ['part_of'], is_referencing: true, is_ambiguous: false },
      // By its name alone, it could also mean the key of two columns.
      { kind: 'one_to_many', target_columns: ['part_of'], is_ambiguous: true },
    ])
    expect(parts).toHaveLength(2)
    // Two steps are also connected by their shortcuts.
    expect(await of('step')).toMatchObject([
      { kind: 'many_to_one', table: 'step', is_ambiguous: false },
      { kind: 'one_to_many', table: 'shortcut', is_ambiguous: true },
      { kind: 'one_to_many', table: 'shortcut', is_ambiguous: true },
      { kind: 'one_to_many', table: 'step', is_ambiguous: true },
    ])
  })

  it('return 404 for a missing table', async () => {
    expect(await meta.call('GET', '/tables/1/relationships')).toMatchObject({
      status: 404,
      body: { code: 'table_not_found' },
    })
  })
})
