import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createTestApp, type TestApp } from '../../../test/data-api/app.ts'
import { createScenarios } from '../../../test/data-api/scenarios.ts'

let test: TestProject
let api: TestApp

beforeAll(async () => {
  test = await createTestProject({
    settings: {
      data_api: { exposed_schemas: ['public', 'other'], max_rows: 500 },
    },
  })
  await test.run(
    await readFile(new URL('../../../test/data-api/schema.sql', import.meta.url), 'utf8'),
  )
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
    'returns rows as JSON with their range': {
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
    'returns an empty list if there are no rows': {
      ask: 'GET /authors?id=eq.77',
      status: 200,
      answer: [],
      sent: { 'content-range': '*/*' },
    },
    'returns 206 if there are more rows than the response has': {
      ask: 'GET /authors?select=id&order=id',
      prefer: 'count=exact',
      headers: { range: '1-1', 'range-unit': 'items' },
      status: 206,
      answer: [{ id: 2 }],
      sent: { 'content-range': '1-1/3', 'preference-applied': 'count=exact' },
    },
    'returns 416 past the last row': {
      ask: 'GET /authors?offset=10',
      prefer: 'count=exact',
      status: 416,
      code: 'PGRST103',
    },
    'returns 416 for a backward range': {
      ask: 'GET /authors',
      headers: { range: '9-1' },
      status: 416,
      code: 'PGRST103',
    },
    'counts few rows exactly even if an estimate is requested': {
      ask: 'GET /authors?limit=1',
      prefer: 'count=estimated',
      status: 206,
      sent: { 'content-range': '0-0/3' },
    },
    'returns the count but no body for HEAD': {
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
    'selects all columns if the select is empty': {
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
    'accepts every operator inside or': {
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
    'returns one object on request': {
      ask: 'GET /authors?id=eq.1&select=name',
      headers: OBJECT,
      status: 200,
      answer: { name: 'Ada' },
      sent: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' },
    },
    'refuses to return several rows as one object': {
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
    'returns CSV': {
      ask: 'GET /authors?select=id,name,born&order=id&limit=1',
      headers: { accept: 'text/csv' },
      status: 200,
      contains: 'id,name,born\n1,Ada,1815-12-10',
      sent: { 'content-type': 'text/csv; charset=utf-8' },
    },
    'omits nulls on request': {
      ask: 'GET /authors?id=eq.3',
      headers: { accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
      status: 200,
      answer: [{ id: 3, name: 'Cyd', mentor_id: 1 }],
    },
    'reads another exposed schema that the profile names': {
      ask: 'GET /things?select=label',
      headers: { 'accept-profile': 'other' },
      status: 200,
      answer: [{ label: 'thing' }],
      sent: { 'content-profile': 'other' },
    },
    'quotes names with special characters': {
      ask: 'GET /odd%20%22name?select=%22c-%3Ed%22&%22a%20b%22=eq.1',
      status: 200,
      answer: [{ 'c->d': 'x' }],
    },
  })
})

describe('embedding', () => {
  scenarios({
    'nests the rows that a row refers to and those that refer to it': {
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
    'returns one object for a one-to-one relationship': {
      ask: 'GET /books?select=id,covers(url)&id=lt.3&order=id',
      status: 200,
      answer: [
        { id: 1, covers: { url: 'one.png' } },
        { id: 2, covers: null },
      ],
    },
    'filters the parent rows and their count by an inner embed': {
      ask: 'GET /books?select=id,genres!inner(id)&genres.label=eq.history',
      prefer: 'count=exact',
      status: 200,
      answer: [{ id: 1, genres: [{ id: 2 }] }],
      sent: { 'content-range': '0-0/1' },
    },
    'finds rows without related rows': {
      ask: 'GET /books?select=id,covers(),genres()&covers=is.null&genres=is.null',
      prefer: 'count=exact',
      status: 200,
      answer: [{ id: 3 }],
      sent: { 'content-range': '0-0/1' },
    },
    'finds a relationship by its column and by its constraint': {
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
    'spreads the row that a row refers to, and sorts by it': {
      ask: 'GET /books?select=id,...authors!author_id(author:name)&order=authors(author).desc,id',
      status: 200,
      answer: [
        { id: 3, author: 'Bob' },
        { id: 1, author: 'Ada' },
        { id: 2, author: 'Ada' },
      ],
    },
    'lists the relationships if several match': {
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
    'returns an error with a hint for an unknown relationship': {
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
    'refuses filters on a resource that is not embedded': {
      ask: 'GET /books?genres.label=eq.x',
      status: 400,
      code: 'PGRST108',
    },
    'refuses to sort by a resource embedded to many': {
      ask: 'GET /books?select=id,genres(label)&order=genres(label)',
      status: 400,
      code: 'PGRST118',
    },
    'compares the column of that name with a value, not the embedded resource': {
      ask: 'GET /books?select=id,genres(label)&genres=eq.1',
      status: 400,
      code: '42703',
    },
  })
})

describe('writing', () => {
  scenarios({
    'inserts and returns nothing by default': {
      ask: 'POST /logs',
      body: { line: 'a' },
      status: 201,
      sent: { 'content-length': '0', 'content-range': '*/*', 'content-type': undefined },
    },
    'inserts several rows and returns them': {
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
    'returns the location of a new row': {
      ask: 'POST /genres',
      prefer: 'return=headers-only',
      body: { id: 10, label: 'x' },
      status: 201,
      sent: { location: '/genres?id=eq.10' },
    },
    'takes the columns from the URL, and defaults for missing values': {
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
    'writes to another exposed schema that the profile names': {
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
    'merges duplicates and returns 200 if no row is new': {
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
    'puts a row at its key': {
      ask: 'PUT /genres?id=eq.11',
      prefer: 'return=representation',
      body: { id: 11, label: 'put' },
      status: 201,
      answer: [{ id: 11, label: 'put' }],
    },
    'refuses to put another row than the URL names': {
      ask: 'PUT /genres?id=eq.12',
      body: { id: 13, label: 'put' },
      status: 400,
      code: 'PGRST115',
    },
    'refuses to put a row without its whole key': {
      ask: 'PUT /genres?label=eq.x',
      body: { id: 13, label: 'put' },
      status: 405,
      code: 'PGRST105',
    },
    'updates rows and returns them': {
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
    'deletes and returns nothing': {
      ask: 'DELETE /genres?id=eq.11',
      prefer: 'return=minimal',
      status: 204,
      sent: { 'preference-applied': 'return=minimal' },
    },
    'names the unknown column': {
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
    'returns 409 for a duplicate': {
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
    'returns 409 for a reference to a missing row, even if it is checked at the end': {
      ask: 'POST /books',
      body: { title: 'x', publisher_id: 99 },
      status: 409,
      code: '23503',
    },
  })
})

describe('a refused write', () => {
  it('changes nothing if it affects more rows than allowed', async () => {
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

  it('changes nothing if the result is not one object', async () => {
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

describe('privileges and policies', () => {
  scenarios({
    'hides rows that no policy allows': {
      ask: 'GET /notes?select=body',
      as: 'ada',
      status: 200,
      answer: [{ body: 'hers' }],
    },
    'shows no rows to an anonymous caller': { ask: 'GET /notes', status: 200, answer: [] },
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
    'returns 403 to a signed-in person whom a policy refuses': {
      ask: 'POST /notes',
      as: 'bob',
      body: { body: 'forged', owner: 'ada' },
      status: 403,
      code: '42501',
    },
    'returns 401 to an anonymous caller without the privilege': {
      ask: 'GET /secrets',
      status: 401,
      code: '42501',
      sent: { 'www-authenticate': 'Bearer' },
    },
    'returns 403 to a signed-in person without the privilege': {
      ask: 'GET /secrets',
      as: 'ada',
      status: 403,
      code: '42501',
    },
  })
})

describe('functions', () => {
  scenarios({
    'are called with arguments in the URL': {
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
    'accept lists': { ask: 'GET /rpc/shout?words=a&words=b', status: 200, answer: 'A B' },
    'accept the whole body as one argument': {
      ask: 'POST /rpc/whole',
      body: [{ a: 1 }, { a: 2 }],
      status: 200,
      answer: [{ a: 1 }, { a: 2 }],
    },
    'return lists of values': {
      ask: 'GET /rpc/numbers?upto=5&limit=2&offset=1',
      prefer: 'count=exact',
      status: 206,
      answer: [2, 3],
      sent: { 'content-range': '1-2/5' },
    },
    'return rows that can be filtered and can embed others': {
      ask: 'POST /rpc/books_by?select=title,genres(label)&price=gt.6&genres.order=label&order=id&limit=1',
      body: { author: 'Ada' },
      status: 200,
      answer: [{ title: 'Engines', genres: [{ label: 'history' }, { label: 'science' }] }],
    },
    'return one row as one object': {
      ask: 'GET /rpc/first_book?select=id,title',
      status: 200,
      answer: { id: 1, title: 'Engines' },
    },
    'return tables': {
      ask: 'GET /rpc/stats?select=kind&kind=eq.books',
      status: 200,
      answer: [{ kind: 'books' }],
    },
    'return nothing': { ask: 'POST /rpc/log_line', body: { line: 'x' }, status: 204 },
    'cannot write when they are called with GET': {
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
    'return 400 for plain errors': {
      ask: 'POST /rpc/fail_with',
      body: { state: 'P0001' },
      status: 400,
      code: 'P0001',
    },
    'return 503 if resources run out': {
      ask: 'POST /rpc/fail_with',
      body: { state: '53300' },
      status: 503,
      code: '53300',
    },
    'return 500 when they are cancelled': {
      ask: 'POST /rpc/fail_with',
      body: { state: '57014' },
      status: 500,
      code: '57014',
    },
    'are found by their arguments': {
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
    'return 300 if several match the arguments': {
      ask: 'POST /rpc/over',
      body: { x: 1 },
      status: 300,
      code: 'PGRST203',
    },
    'refuse other methods': { ask: 'DELETE /rpc/add_up', status: 405, code: 'PGRST101' },
    'refuse methods that no route has': {
      ask: 'TRACE /rpc/add_up',
      status: 405,
      code: 'PGRST101',
    },
    'can read the request': {
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
    'name an unknown table and a similar one': {
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
    'are returned for values that are invalid for the type': {
      ask: 'GET /authors?id=eq.x',
      status: 400,
      code: '22P02',
    },
    'are returned for operators that the type lacks': {
      ask: 'GET /authors?id=like.1*',
      status: 404,
      code: '42883',
    },
    'are returned for a select that does not parse': {
      ask: 'GET /authors?select=a(',
      status: 400,
      code: 'PGRST100',
    },
    'are returned for casts to an unknown type': {
      ask: 'GET /authors?select=id::nope',
      status: 400,
      code: '42704',
    },
    'are returned for aggregates': {
      ask: 'GET /authors?select=id.count()',
      status: 400,
      code: 'PGRST123',
    },
    'are returned for schemas that are not exposed': {
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
    'are returned for unsupported media types': {
      ask: 'GET /authors',
      headers: { accept: 'image/png' },
      status: 406,
      code: 'PGRST107',
    },
    'are returned for unknown preferences under strict handling': {
      ask: 'GET /authors',
      prefer: 'handling=strict, anything',
      status: 400,
      code: 'PGRST122',
    },
    'are not returned for unknown preferences otherwise': {
      ask: 'GET /authors',
      prefer: 'anything',
      status: 200,
    },
    'are returned for bodies that are not JSON': {
      ask: 'POST /genres',
      body: '{"id":',
      status: 400,
      code: 'PGRST102',
    },
    'are returned for bodies that are not JSON if the URL names columns': {
      ask: 'POST /genres?columns=id',
      body: '{"id":',
      status: 400,
      code: '22P02',
    },
    'are returned for rows with different keys': {
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
    'are returned for NUL in a URL': {
      ask: 'GET /authors?name=eq.a%00b',
      status: 400,
      code: 'PGRST100',
    },
    'are returned for NUL in a name': { ask: 'GET /au%00thors', status: 404, code: 'PGRST205' },
    'are returned for NUL in a body': {
      ask: 'POST /logs',
      body: { line: 'a\0b' },
      status: 400,
      code: '22P05',
    },
    'are returned for invalid UTF-8': {
      ask: 'GET /authors?name=eq.%ff',
      status: 400,
      code: 'PGRST100',
    },
    'are returned for bodies over the limit': {
      ask: 'POST /logs',
      body: { line: 'x'.repeat(2_000_000) },
      status: 413,
      code: 'PGRST102',
    },
    'are returned for deep nesting': {
      ask: `GET /authors?or=${'(or'.repeat(5000)}(id.eq.1${')'.repeat(5001)}`,
      status: 400,
      code: 'PGRST100',
    },
    'are not returned for many filters': {
      ask: `GET /authors?${Array.from({ length: 4000 }, () => 'id=lt.3').join('&')}&select=id&order=id`,
      status: 200,
      answer: [{ id: 1 }, { id: 2 }],
    },
    'are returned for unknown paths': { ask: 'GET /a/b/c', status: 404, code: 'PGRST125' },
    'are returned for a token of another issuer': {
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
  it("is refused with PostgREST's error", async () => {
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
