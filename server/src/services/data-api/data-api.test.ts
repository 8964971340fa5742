import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { createScenarios } from './test-scenarios.ts'

let test: TestProject
let api: TestApp

beforeAll(async () => {
  test = await createTestProject({
    settings: {
      data_api: { exposed_schemas: ['public', 'other'], max_rows: 500 },
    },
  })
  await test.run(await readFile(new URL('test-schema.sql', import.meta.url), 'utf8'))
  api = await createTestApp(test.project)
})
afterAll(async () => {
  await api.service.stop?.(test.project)
  await api.app.close()
  await test.stop()
})

const { ask, scenarios } = createScenarios(() => api)

const OBJECT = { accept: 'application/vnd.pgrst.object+json' }

describe('reading', () => {
  scenarios({
    'answers rows as JSON with their range': {
      ask: 'GET /authors?select=id,name&order=id&limit=2',
      status: 200,
      answer: [
        { id: 1, name: 'Ada' },
        { id: 2, name: 'Bob' },
      ],
      sent: {
        'content-range': '0-1/*',
        'content-type': 'application/json; charset=utf-8',
        'content-location': '/authors?limit=2&order=id&select=id%2Cname',
      },
    },
    'answers no rows with an empty list': {
      ask: 'GET /authors?id=eq.77',
      status: 200,
      answer: [],
      sent: { 'content-range': '*/*' },
    },
    'says 206 when there are more rows than it answers with': {
      ask: 'GET /authors?select=id&order=id',
      prefer: 'count=exact',
      headers: { range: '1-1', 'range-unit': 'items' },
      status: 206,
      answer: [{ id: 2 }],
      sent: { 'content-range': '1-1/3', 'preference-applied': 'count=exact' },
    },
    'says 416 past the last row': {
      ask: 'GET /authors?offset=10',
      prefer: 'count=exact',
      status: 416,
      code: 'PGRST103',
    },
    'says 416 for a backward range': {
      ask: 'GET /authors',
      headers: { range: '9-1' },
      status: 416,
      code: 'PGRST103',
    },
    'counts few rows exactly where an estimate is enough': {
      ask: 'GET /authors?limit=1',
      prefer: 'count=estimated',
      status: 206,
      sent: { 'content-range': '0-0/3' },
    },
    'sends no body to HEAD, but the count': {
      ask: 'HEAD /authors',
      prefer: 'count=exact',
      status: 200,
      sent: { 'content-range': '0-2/3' },
    },
    'reads inside JSON': {
      ask: 'GET /books?select=total:meta->pages->>total,award:meta->awards->>1,tag:tags->>0&id=eq.1',
      status: 200,
      answer: [{ total: '300', award: 'b', tag: 'math' }],
    },
    'selects all of each row where the select is empty': {
      ask: 'GET /authors?select=&id=eq.3',
      status: 200,
      answer: [{ id: 3, name: 'Cyd', born: null, mentor_id: 1 }],
    },
    'reads computed columns': {
      ask: 'GET /books?select=price_tag&id=eq.2',
      status: 200,
      answer: [{ price_tag: '$5.00' }],
    },
    'matches values with commas, quotes and parentheses': {
      ask: 'GET /books?title=in.("a,b","Notes","c\\"d")&select=id',
      status: 200,
      answer: [{ id: 2 }],
    },
    'finds by any operator inside or': {
      ask: 'GET /books?or=(tags.cs.{new},body.fts.analytical)&select=id&order=id',
      status: 200,
      answer: [{ id: 1 }, { id: 3 }],
    },
    'negates conditions': {
      ask: 'GET /books?not.or=(id.eq.1,id.eq.2)&published=not.is.true&select=id',
      status: 200,
      answer: [{ id: 3 }],
    },
    'matches nothing in an empty list': { ask: 'GET /books?id=in.()', status: 200, answer: [] },
    'answers one object where one is wanted': {
      ask: 'GET /authors?id=eq.1&select=name',
      headers: OBJECT,
      status: 200,
      answer: { name: 'Ada' },
      sent: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' },
    },
    'refuses several rows where one object is wanted': {
      ask: 'GET /authors',
      headers: OBJECT,
      status: 406,
      answer: {
        code: 'PGRST116',
        message: 'Cannot coerce the result to a single JSON object',
        details: 'The result contains 3 rows',
        hint: null,
      },
    },
    'answers CSV': {
      ask: 'GET /authors?select=id,name,born&order=id&limit=1',
      headers: { accept: 'text/csv' },
      status: 200,
      contains: 'id,name,born\n1,Ada,1815-12-10',
      sent: { 'content-type': 'text/csv; charset=utf-8' },
    },
    'leaves nulls out where asked to': {
      ask: 'GET /authors?id=eq.3',
      headers: { accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
      status: 200,
      answer: [{ id: 3, name: 'Cyd', mentor_id: 1 }],
    },
    'reads another exposed schema where the profile names it': {
      ask: 'GET /things?select=label',
      headers: { 'accept-profile': 'other' },
      status: 200,
      answer: [{ label: 'thing' }],
      sent: { 'content-profile': 'other' },
    },
    'quotes names that need it': {
      ask: 'GET /odd%20%22name?select=%22c-%3Ed%22&%22a%20b%22=eq.1',
      status: 200,
      answer: [{ 'c->d': 'x' }],
    },
  })
})

describe('embedding', () => {
  scenarios({
    'nests what a row refers to and what refers to it': {
      ask: 'GET /publishers?select=name,books(title,author:authors!author_id(name))&id=eq.1&books.order=id',
      status: 200,
      answer: [
        {
          name: 'Press',
          books: [
            { title: 'Engines', author: { name: 'Ada' } },
            { title: 'Notes', author: { name: 'Ada' } },
          ],
        },
      ],
    },
    'goes through a junction table': {
      ask: 'GET /books?select=id,genres(label)&genres.order=label&order=id',
      status: 200,
      answer: [
        { id: 1, genres: [{ label: 'history' }, { label: 'science' }] },
        { id: 2, genres: [{ label: 'science' }] },
        { id: 3, genres: [] },
      ],
    },
    'makes one object of a one-to-one relationship': {
      ask: 'GET /books?select=id,covers(url)&id=lt.3&order=id',
      status: 200,
      answer: [
        { id: 1, covers: { url: 'one.png' } },
        { id: 2, covers: null },
      ],
    },
    'filters the parent by an inner embed, and the count with it': {
      ask: 'GET /books?select=id,genres!inner(id)&genres.label=eq.history',
      prefer: 'count=exact',
      status: 200,
      answer: [{ id: 1, genres: [{ id: 2 }] }],
      sent: { 'content-range': '0-0/1' },
    },
    'finds rows without a related one': {
      ask: 'GET /books?select=id,covers(),genres()&covers=is.null&genres=is.null',
      prefer: 'count=exact',
      status: 200,
      answer: [{ id: 3 }],
      sent: { 'content-range': '0-0/1' },
    },
    'names a relationship by its column and by its constraint': {
      ask: 'GET /books?select=author_id(name),books_editor_id_fkey(name)&id=eq.1',
      status: 200,
      answer: [{ author_id: { name: 'Ada' }, books_editor_id_fkey: { name: 'Bob' } }],
    },
    'embeds a table in itself': {
      ask: 'GET /authors?select=name,mentor:mentor_id(name),pupils:authors(name)&id=eq.1&pupils.order=id',
      status: 200,
      answer: [{ name: 'Ada', mentor: null, pupils: [{ name: 'Bob' }, { name: 'Cyd' }] }],
    },
    'embeds through a view': {
      ask: 'GET /cheap_books?select=name,authors(name)&order=id',
      status: 200,
      answer: [
        { name: 'Notes', authors: { name: 'Ada' } },
        { name: 'Gardens', authors: { name: 'Bob' } },
      ],
    },
    'spreads and sorts by what a row refers to': {
      ask: 'GET /books?select=id,...authors!author_id(author:name)&order=authors(author).desc,id',
      status: 200,
      answer: [
        { id: 3, author: 'Bob' },
        { id: 1, author: 'Ada' },
        { id: 2, author: 'Ada' },
      ],
    },
    'asks which of several relationships is meant': {
      ask: 'GET /books?select=authors(*)',
      status: 300,
      answer: {
        code: 'PGRST201',
        message:
          "Could not embed because more than one relationship was found for 'books' and 'authors'",
        details: [
          {
            cardinality: 'many-to-one',
            embedding: 'books with authors',
            relationship: 'books_author_id_fkey using books(author_id) and authors(id)',
          },
          {
            cardinality: 'many-to-one',
            embedding: 'books with authors',
            relationship: 'books_editor_id_fkey using books(editor_id) and authors(id)',
          },
        ],
        hint: "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', 'authors!books_editor_id_fkey'. Find the desired relationship in the 'details' key.",
      },
    },
    'says that there is no such relationship': {
      ask: 'GET /books?select=genre(*)',
      status: 400,
      answer: {
        code: 'PGRST200',
        message: "Could not find a relationship between 'books' and 'genre' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'books' and 'genre' in the schema 'public', but no matches were found.",
        hint: "Perhaps you meant 'genres' instead of 'genre'.",
      },
    },
    'refuses filters on what is not embedded': {
      ask: 'GET /books?genres.label=eq.x',
      status: 400,
      code: 'PGRST108',
    },
    'refuses to sort by a list': {
      ask: 'GET /books?select=id,genres(label)&order=genres(label)',
      status: 400,
      code: 'PGRST118',
    },
    'compares no embedded resource with a value, but a column of its name': {
      ask: 'GET /books?select=id,genres(label)&genres=eq.1',
      status: 400,
      code: '42703',
    },
  })
})

describe('writing', () => {
  scenarios({
    'inserts and answers nothing by default': {
      ask: 'POST /logs',
      body: { line: 'a' },
      status: 201,
      sent: { 'content-length': '0', 'content-range': '*/*', 'content-type': undefined },
    },
    'inserts many and answers with what they became': {
      ask: 'POST /authors?select=name,books!author_id(title)',
      prefer: 'return=representation,count=exact',
      body: [{ name: 'Dot' }, { name: 'Eve' }],
      status: 201,
      answer: [
        { name: 'Dot', books: [] },
        { name: 'Eve', books: [] },
      ],
      sent: {
        'content-range': '*/2',
        'preference-applied': 'return=representation, count=exact',
      },
    },
    'says where a new row is': {
      ask: 'POST /genres',
      prefer: 'return=headers-only',
      body: { id: 10, label: 'x' },
      status: 201,
      sent: { location: '/genres?id=eq.10' },
    },
    'takes the columns from the address, and defaults for what is missing': {
      ask: 'POST /books?columns=title,price,author_id&select=title,price,author_id',
      prefer: 'return=representation,missing=default',
      body: [
        { title: 'A', extra: 1 },
        { title: 'B', price: 1, author_id: 1 },
      ],
      status: 201,
      answer: [
        { title: 'A', price: 9.5, author_id: null },
        { title: 'B', price: 1, author_id: 1 },
      ],
    },
    'writes to another exposed schema where the profile names it': {
      ask: 'POST /things?columns=id,label',
      headers: { 'content-profile': 'other' },
      prefer: 'return=representation,missing=default',
      body: [{}],
      status: 201,
      answer: [{ id: 1, label: 'unnamed' }],
    },
    'inserts nothing for an empty list': {
      ask: 'POST /genres?select=id',
      prefer: 'return=representation',
      body: [],
      status: 201,
      answer: [],
    },
    'merges duplicates and says 200 where nothing was new': {
      ask: 'POST /genres',
      prefer: 'resolution=merge-duplicates,return=representation',
      body: [{ id: 10, label: 'merged' }],
      status: 200,
      answer: [{ id: 10, label: 'merged' }],
      sent: { 'preference-applied': 'resolution=merge-duplicates, return=representation' },
    },
    'ignores duplicates by another unique column': {
      ask: 'POST /authors?on_conflict=name&select=name',
      prefer: 'resolution=ignore-duplicates,return=representation',
      body: [{ name: 'Ada' }, { name: 'Fay' }],
      status: 201,
      answer: [{ name: 'Fay' }],
    },
    'puts a row where its key says': {
      ask: 'PUT /genres?id=eq.11',
      prefer: 'return=representation',
      body: { id: 11, label: 'put' },
      status: 201,
      answer: [{ id: 11, label: 'put' }],
    },
    'refuses to put another row than the address names': {
      ask: 'PUT /genres?id=eq.12',
      body: { id: 13, label: 'put' },
      status: 400,
      code: 'PGRST115',
    },
    'refuses to put without the whole key': {
      ask: 'PUT /genres?label=eq.x',
      body: { id: 13, label: 'put' },
      status: 405,
      code: 'PGRST105',
    },
    'updates and answers with the rows': {
      ask: 'PATCH /genres?id=eq.10',
      prefer: 'return=representation,count=exact',
      body: { label: 'patched' },
      status: 200,
      answer: [{ id: 10, label: 'patched' }],
      sent: { 'content-range': '0-0/1' },
    },
    'updates nothing for an empty body': {
      ask: 'PATCH /genres?id=eq.10',
      body: {},
      status: 204,
      sent: { 'content-range': '*/*' },
    },
    'deletes and says nothing': {
      ask: 'DELETE /genres?id=eq.11',
      prefer: 'return=minimal',
      status: 204,
      sent: { 'preference-applied': 'return=minimal' },
    },
    'says which column it does not know': {
      ask: 'POST /genres',
      body: { nope: 1 },
      status: 400,
      answer: {
        code: 'PGRST204',
        message: "Could not find the 'nope' column of 'genres' in the schema cache",
        details: null,
        hint: null,
      },
    },
    'says 409 for a duplicate': {
      ask: 'POST /genres',
      body: { id: 1, label: 'x' },
      status: 409,
      answer: {
        code: '23505',
        message: 'duplicate key value violates unique constraint "genres_pkey"',
        details: 'Key (id)=(1) already exists.',
        hint: null,
      },
    },
    'says 409 for a reference to nothing, also when it is checked at the end': {
      ask: 'POST /books',
      body: { title: 'x', publisher_id: 99 },
      status: 409,
      code: '23503',
    },
  })
})

describe('a refused write', () => {
  it('leaves nothing behind when it touches more rows than allowed', async () => {
    const refused = await ask({
      ask: 'PATCH /genres?id=lt.3',
      prefer: 'handling=strict,max-affected=1',
      body: { label: 'lost' },
    })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({
      code: 'PGRST124',
      details: 'The query affects 2 rows',
    })
    const after = await ask({ ask: 'GET /genres?label=eq.lost' })
    expect(after.json()).toEqual([])
  })

  it('leaves nothing behind when it does not answer with one object', async () => {
    const refused = await ask({
      ask: 'DELETE /book_genres?book_id=eq.1',
      prefer: 'return=representation',
      headers: OBJECT,
    })
    expect(refused.statusCode).toBe(406)
    expect(refused.json()).toMatchObject({
      code: 'PGRST116',
      details: 'The result contains 2 rows',
    })
    const after = await ask({ ask: 'HEAD /book_genres?book_id=eq.1', prefer: 'count=exact' })
    expect(after.headers['content-range']).toBe('0-1/2')
  })
})

describe('who may do what', () => {
  scenarios({
    'hides rows that policies do not show': {
      ask: 'GET /notes?select=body',
      as: 'ada',
      status: 200,
      answer: [{ body: 'hers' }],
    },
    'shows no row to who has not signed in': { ask: 'GET /notes', status: 200, answer: [] },
    'shows every row to the service key': {
      ask: 'GET /notes?select=body&order=id',
      as: 'service_role',
      status: 200,
      answer: [{ body: 'hers' }, { body: 'his' }],
    },
    'writes as the caller': {
      ask: 'POST /notes?select=owner',
      as: 'bob',
      prefer: 'return=representation',
      body: { body: 'new' },
      status: 201,
      answer: [{ owner: 'bob' }],
    },
    'says 403 to a signed-in person whom a policy refuses': {
      ask: 'POST /notes',
      as: 'bob',
      body: { body: 'forged', owner: 'ada' },
      status: 403,
      code: '42501',
    },
    'says 401 to a stranger without the right': {
      ask: 'GET /secrets',
      status: 401,
      code: '42501',
      sent: { 'www-authenticate': 'Bearer' },
    },
    'says 403 to a person without the right': {
      ask: 'GET /secrets',
      as: 'ada',
      status: 403,
      code: '42501',
    },
  })
})

describe('functions', () => {
  scenarios({
    'are called with arguments in the address': {
      ask: 'GET /rpc/add_up?a=1&b=2',
      status: 200,
      answer: 3,
    },
    'are called with arguments in the body': {
      ask: 'POST /rpc/add_up',
      body: { a: 5 },
      status: 200,
      answer: 6,
    },
    'take lists': { ask: 'GET /rpc/shout?words=a&words=b', status: 200, answer: 'A B' },
    'take a body whole': {
      ask: 'POST /rpc/whole',
      body: [{ a: 1 }, { a: 2 }],
      status: 200,
      answer: [{ a: 1 }, { a: 2 }],
    },
    'answer lists of values': {
      ask: 'GET /rpc/numbers?upto=5&limit=2&offset=1',
      prefer: 'count=exact',
      status: 206,
      answer: [2, 3],
      sent: { 'content-range': '1-2/5' },
    },
    'answer rows that can be filtered and embedded into': {
      ask: 'POST /rpc/books_by?select=title,genres(label)&price=gt.6&genres.order=label&order=id&limit=1',
      body: { author: 'Ada' },
      status: 200,
      answer: [{ title: 'Engines', genres: [{ label: 'history' }, { label: 'science' }] }],
    },
    'answer one row as one object': {
      ask: 'GET /rpc/first_book?select=id,title',
      status: 200,
      answer: { id: 1, title: 'Engines' },
    },
    'answer tables': {
      ask: 'GET /rpc/stats?select=kind&kind=eq.books',
      status: 200,
      answer: [{ kind: 'books' }],
    },
    'answer nothing': { ask: 'POST /rpc/log_line', body: { line: 'x' }, status: 204 },
    'may not write when they are called with GET': {
      ask: 'GET /rpc/log_line?line=x',
      status: 405,
      code: '25006',
    },
    'set the status and headers of the response': {
      ask: 'POST /rpc/answer_teapot',
      body: {},
      status: 418,
      answer: 'short and stout',
      sent: { 'x-pot': 'tea', 'cache-control': 'no-store' },
    },
    'write the whole response of an error': {
      ask: 'POST /rpc/raise_custom',
      body: {},
      status: 402,
      answer: { code: '123', message: 'Payment required', details: 'Quota', hint: 'Upgrade' },
      sent: { 'x-powered-by': 'tests' },
    },
    'raise an error with a status': {
      ask: 'POST /rpc/fail_with',
      body: { state: 'PT429' },
      status: 429,
      answer: { code: 'PT429', message: 'refused', details: 'because', hint: 'try later' },
    },
    'raise plain errors as 400': {
      ask: 'POST /rpc/fail_with',
      body: { state: 'P0001' },
      status: 400,
      code: 'P0001',
    },
    'run out of resources as 503': {
      ask: 'POST /rpc/fail_with',
      body: { state: '53300' },
      status: 503,
      code: '53300',
    },
    'are cancelled as 500': {
      ask: 'POST /rpc/fail_with',
      body: { state: '57014' },
      status: 500,
      code: '57014',
    },
    'are looked for by their arguments': {
      ask: 'POST /rpc/add_up',
      body: { a: 1, bb: 2 },
      status: 404,
      answer: {
        code: 'PGRST202',
        message: 'Could not find the function public.add_up(a, bb) in the schema cache',
        details:
          'Searched for the function public.add_up with parameters a, bb or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.add_up(a, b)',
      },
    },
    'must be told apart': { ask: 'POST /rpc/over', body: { x: 1 }, status: 300, code: 'PGRST203' },
    'refuse other methods': { ask: 'DELETE /rpc/add_up', status: 405, code: 'PGRST101' },
    'refuse methods nothing answers to': {
      ask: 'TRACE /rpc/add_up',
      status: 405,
      code: 'PGRST101',
    },
    'see the request they serve': {
      ask: 'GET /rpc/request_info',
      as: 'ada',
      headers: { 'user-agent': 'tests', cookie: 'flavour=oat; a=b' },
      status: 200,
      answer: {
        method: 'GET',
        path: '/rpc/request_info',
        agent: 'tests',
        cookie: 'oat',
        sub: 'ada',
        role: 'authenticated',
        timeout: '8s',
        search_path: '"public", "public", "extensions"',
      },
    },
    'run with the settings of their role': {
      ask: 'GET /rpc/request_info',
      headers: { prefer: 'timezone=Europe/Lisbon' },
      status: 200,
      contains: '"timeout" : "3s"',
      sent: { 'preference-applied': 'timezone=Europe/Lisbon' },
    },
  })
})

describe('refusals', () => {
  scenarios({
    'name an unknown table and one like it': {
      ask: 'GET /author',
      status: 404,
      answer: {
        code: 'PGRST205',
        message: "Could not find the table 'public.author' in the schema cache",
        details: null,
        hint: "Perhaps you meant the table 'public.authors'",
      },
    },
    'name an unknown column': { ask: 'GET /authors?select=nope', status: 400, code: '42703' },
    'name an unknown operator': { ask: 'GET /authors?id=foo.1', status: 400, code: 'PGRST100' },
    'name a value without an operator': { ask: 'GET /authors?id=1', status: 400, code: 'PGRST100' },
    'come for values that are none of the type': {
      ask: 'GET /authors?id=eq.x',
      status: 400,
      code: '22P02',
    },
    'come for operators the type lacks': {
      ask: 'GET /authors?id=like.1*',
      status: 404,
      code: '42883',
    },
    'come for a select that does not parse': {
      ask: 'GET /authors?select=a(',
      status: 400,
      code: 'PGRST100',
    },
    'come for casts to no type': {
      ask: 'GET /authors?select=id::nope',
      status: 400,
      code: '42704',
    },
    'come for aggregates': { ask: 'GET /authors?select=id.count()', status: 400, code: 'PGRST123' },
    'come for unexposed schemas': {
      ask: 'GET /authors',
      headers: { 'accept-profile': 'auth' },
      status: 406,
      answer: {
        code: 'PGRST106',
        message: 'Invalid schema: auth',
        details: null,
        hint: 'Only the following schemas are exposed: public, other',
      },
    },
    'come for media types we do not make': {
      ask: 'GET /authors',
      headers: { accept: 'image/png' },
      status: 406,
      code: 'PGRST107',
    },
    'come for unknown preferences under strict handling': {
      ask: 'GET /authors',
      prefer: 'handling=strict, anything',
      status: 400,
      code: 'PGRST122',
    },
    'do not come for unknown preferences otherwise': {
      ask: 'GET /authors',
      prefer: 'anything',
      status: 200,
    },
    'come for bodies that are not JSON': {
      ask: 'POST /genres',
      body: '{"id":',
      status: 400,
      code: 'PGRST102',
    },
    'come for bodies that are not JSON where columns are given': {
      ask: 'POST /genres?columns=id',
      body: '{"id":',
      status: 400,
      code: '22P02',
    },
    'come for rows of different keys': {
      ask: 'POST /genres',
      body: [{ id: 50 }, { label: 'x' }],
      status: 400,
      answer: {
        code: 'PGRST102',
        message: 'All object keys must match',
        details: null,
        hint: null,
      },
    },
    'come for NUL in an address': {
      ask: 'GET /authors?name=eq.a%00b',
      status: 400,
      code: 'PGRST100',
    },
    'come for NUL in a name': { ask: 'GET /au%00thors', status: 404, code: 'PGRST205' },
    'come for NUL in a body': {
      ask: 'POST /logs',
      body: { line: 'a\0b' },
      status: 400,
      code: '22P05',
    },
    'come for bytes that are no text': {
      ask: 'GET /authors?name=eq.%ff',
      status: 400,
      code: 'PGRST100',
    },
    'come for bodies past the limit': {
      ask: 'POST /logs',
      body: { line: 'x'.repeat(2_000_000) },
      status: 413,
      code: 'PGRST102',
    },
    'come for deep nesting': {
      ask: `GET /authors?or=${'(or'.repeat(5000)}(id.eq.1${')'.repeat(5001)}`,
      status: 400,
      code: 'PGRST100',
    },
    'do not come for many filters': {
      ask: `GET /authors?${Array.from({ length: 4000 }, () => 'id=lt.3').join('&')}&select=id&order=id`,
      status: 200,
      answer: [{ id: 1 }, { id: 2 }],
    },
    'come for paths of no meaning': { ask: 'GET /a/b/c', status: 404, code: 'PGRST125' },
    'tell that a token is not ours': {
      ask: 'GET /authors',
      headers: { authorization: 'Bearer a.b.c' },
      status: 401,
      answer: {
        code: 'PGRST301',
        message: "JWT couldn't be decoded",
        details: null,
        hint: null,
      },
      sent: {
        'www-authenticate':
          'Bearer error="invalid_token", error_description="JWT couldn\'t be decoded"',
      },
    },
  })
})

describe('an expired token', () => {
  it('is refused as PostgREST refuses it', async () => {
    const token = api.token('authenticated', { exp: 1 })
    const response = await ask({
      ask: 'GET /authors',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: 'PGRST303', message: 'JWT expired' })
    expect(response.headers['www-authenticate']).toContain('invalid_token')
  })
})
