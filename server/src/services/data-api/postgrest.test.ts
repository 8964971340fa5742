import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSchema } from '../../../test/data-api/add-schema.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createSettings } from '../../project/settings.ts'
import { createTestApp, type TestApp } from '../../../test/data-api/app.ts'
import { createScenarios } from '../../../test/data-api/scenarios.ts'

let test: TestProject
let plain: TestApp
let api: TestApp

/** The same database with every optional feature enabled. */
const data_api = {
  db_aggregates_enabled: true,
  db_plan_enabled: true,
  db_tx_end: 'commit-allow-override',
  db_pre_request: 'public.check_request',
  extra_search_path: ['public', 'extensions', 'workshop'],
  server_timing_enabled: true,
}

beforeAll(async () => {
  test = await createTestProject()
  await addSchema(test)
  await test.run(
    "alter role authenticated set default_transaction_isolation = 'serializable'",
    'supabase_admin',
  )
  plain = await createTestApp(test.project)
  api = await createTestApp({ ...test.project, settings: createSettings({ data_api }) })
})
afterAll(async () => {
  for (const each of [plain, api]) {
    await each.service.stop?.(each.project)
    await each.app.close()
  }
  await test.stop()
})

const { ask, scenarios } = createScenarios(() => api)
const byDefault = createScenarios(() => plain)
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const CSV = { 'content-type': 'text/csv' }

describe('bodies', () => {
  scenarios({
    'can be CSV': {
      ask: 'POST /shelves?select=hall,number,width&order=hall',
      headers: CSV,
      prefer: 'return=representation',
      body: 'hall,number,width\n"C, left",1,NULL\n"D ""big""",2,30\r\n',
      status: 201,
      answer: [
        { hall: 'C, left', number: 1, width: null },
        { hall: 'D "big"', number: 2, width: 30 },
      ],
    },
    'can be CSV, whose header overrides the columns in the URL': {
      ask: 'POST /genres?columns=id&select=id,label',
      headers: CSV,
      prefer: 'return=representation',
      body: 'id,label\n20,maps,no key',
      status: 201,
      answer: [{ id: 20, label: 'maps' }],
    },
    'are refused as CSV if lines differ in length': {
      ask: 'POST /shelves',
      headers: CSV,
      body: 'hall,number\nx,1\ny',
      status: 400,
      code: 'PGRST102',
    },
    'are refused as CSV if a quote is not closed': {
      ask: 'POST /shelves',
      headers: CSV,
      body: 'hall,number\n"x,1',
      status: 400,
      code: 'PGRST102',
    },
    'can be a form': {
      ask: 'POST /genres?select=id,label',
      headers: FORM,
      prefer: 'return=representation',
      body: 'id=21&label=sea+%26+sky',
      status: 201,
      answer: [{ id: 21, label: 'sea & sky' }],
    },
    'can be a form for a function': {
      ask: 'POST /rpc/add_up',
      headers: FORM,
      body: 'a=4&b=5',
      status: 200,
      answer: 9,
    },
    'can be a form with a list for a variadic function': {
      ask: 'POST /rpc/shout',
      headers: FORM,
      body: 'words=a&words=b',
      status: 200,
      answer: 'A B',
    },
    'of other types are refused': {
      ask: 'POST /genres',
      headers: { 'content-type': 'image/png' },
      body: 'x',
      status: 400,
      answer: {
        code: 'PGRST102',
        message: 'Content-Type not acceptable: image/png',
        details: null,
        hint: null,
      },
    },
  })

  scenarios({
    'of one row have its location, with all columns of its key': {
      ask: 'POST /shelves',
      prefer: 'return=headers-only',
      body: { hall: 'E', number: 5 },
      status: 201,
      sent: { location: '/shelves?hall=eq.E&number=eq.5' },
    },
    'of a view have its location, with the key that it shows': {
      ask: 'POST /guests',
      prefer: 'return=headers-only',
      body: { guest: 3, name: 'Ivy', room: 2 },
      as: 'service_role',
      status: 201,
      sent: { location: '/guests?guest=eq.3' },
    },
    'of several rows have no location': {
      ask: 'POST /genres',
      prefer: 'return=headers-only',
      body: [
        { id: 30, label: 'a' },
        { id: 31, label: 'b' },
      ],
      status: 201,
      sent: { location: undefined },
    },
  })
})

describe('aggregates', () => {
  byDefault.scenarios({
    'are refused unless the project allows them': {
      ask: 'GET /books?select=price.sum()',
      status: 400,
      answer: {
        code: 'PGRST123',
        message: 'Use of aggregate functions is not allowed',
        details: null,
        hint: null,
      },
    },
    'are also refused in embeds': {
      ask: 'GET /authors?select=name,books!author_id(count())',
      status: 400,
      code: 'PGRST123',
    },
  })
  scenarios({
    'sum over all rows': {
      ask: 'GET /books?select=price.sum(),price.avg()::int,price.min(),most:price.max(),count()',
      status: 200,
      answer: [{ sum: 34, avg: 11, min: 5, most: 20, count: 3 }],
    },
    'sum by the other selected columns': {
      ask: 'GET /books?select=author_id,price.sum(),count()&order=author_id',
      status: 200,
      answer: [
        { author_id: 1, sum: 25, count: 2 },
        { author_id: 2, sum: 9, count: 1 },
      ],
    },
    'sum values inside JSON, with casts before and after': {
      ask: 'GET /books?select=pages:meta->pages->>total::int.sum()::text&id=lt.3',
      status: 200,
      answer: [{ pages: '350' }],
    },
    'sum by an embedded resource': {
      ask: 'GET /books?select=authors!author_id(name),price.sum()&order=authors(name)&authors.name=eq.Ada&authors=not.is.null',
      status: 400,
      code: '42803',
    },
    'group by an embedded resource': {
      ask: 'GET /books?select=authors!author_id!inner(name),price.sum()&authors.name=eq.Ada',
      status: 200,
      answer: [{ authors: { name: 'Ada' }, sum: 25 }],
    },
    'sum inside an embedded resource': {
      ask: 'GET /authors?select=name,books!author_id(price.sum())&order=id&limit=2',
      status: 200,
      answer: [
        { name: 'Ada', books: [{ sum: 25 }] },
        { name: 'Bob', books: [{ sum: 9 }] },
      ],
    },
    'of a resource spread to one belong to the parent': {
      ask: 'GET /books?select=publisher_id,...authors!author_id(first:born.min(),count())&order=publisher_id',
      status: 200,
      answer: [
        { publisher_id: 1, first: '1815-12-10', count: 2 },
        { publisher_id: null, first: '1900-01-01', count: 1 },
      ],
    },
    'are passed up through several spreads': {
      ask: 'GET /books?select=count(),...authors!author_id(...mentor_id(mentors:name.max()))',
      status: 200,
      answer: [{ count: 3, mentors: 'Ada' }],
    },
    'are refused in a resource spread to many': {
      ask: 'GET /authors?select=name,...books!author_id(price.sum())',
      status: 400,
      code: 'PGRST127',
    },
  })
})

describe('spreads', () => {
  scenarios({
    'of many rows become lists': {
      ask: 'GET /authors?select=name,...books!author_id(titles:title,price)&books.order=id.desc&order=id&id=lt.4',
      status: 200,
      answer: [
        { name: 'Ada', titles: ['Notes', 'Engines'], price: [5, 20] },
        { name: 'Bob', titles: ['Gardens'], price: [9] },
        { name: 'Cyd', titles: [], price: [] },
      ],
    },
    'of many rows can be required': {
      ask: 'GET /authors?select=name,...books!author_id!inner(title)&books.price=lt.6',
      prefer: 'count=exact',
      status: 200,
      answer: [{ name: 'Ada', title: ['Notes'] }],
      sent: { 'content-range': '0-0/1' },
    },
    'of many rows can be required to be missing': {
      ask: 'GET /authors?select=name,...books!author_id(title)&books=is.null',
      status: 200,
      answer: [{ name: 'Cyd', title: [] }],
    },
    'can contain nested resources and spreads': {
      ask: 'GET /publishers?select=name,...books(title,genres(label),...authors!author_id(author:name))&books.order=id&books.genres.order=label&id=eq.1',
      status: 200,
      answer: [
        {
          name: 'Press',
          title: ['Engines', 'Notes'],
          genres: [[{ label: 'history' }, { label: 'science' }], [{ label: 'science' }]],
          author: ['Ada', 'Ada'],
        },
      ],
    },
    'to one can contain lists': {
      ask: 'GET /covers?select=url,...books(title,...genres(labels:label))&books.genres.order=label',
      status: 200,
      answer: [{ url: 'one.png', title: 'Engines', labels: ['history', 'science'] }],
    },
    'include every column': {
      ask: 'GET /books?select=id,...genres(*)&id=eq.2',
      status: 200,
      answer: [{ id: [1], label: ['science'] }],
    },
  })
})

describe('relationships', () => {
  scenarios({
    'are not functions of a schema that is not exposed': {
      ask: 'GET /authors?select=name,drafts(title)&order=id&limit=2',
      status: 400,
      answer: expect.objectContaining({ code: 'PGRST200' }),
    },
    'can be functions': {
      ask: 'GET /authors?select=name,bestsellers(title),first_work(title)&order=id&id=lt.4',
      status: 200,
      answer: [
        { name: 'Ada', bestsellers: [{ title: 'Engines' }], first_work: { title: 'Engines' } },
        { name: 'Bob', bestsellers: [{ title: 'Gardens' }], first_work: { title: 'Gardens' } },
        { name: 'Cyd', bestsellers: [], first_work: null },
      ],
    },
    'that are functions can be filtered, sorted, nested and counted': {
      ask: 'GET /authors?select=name,first_work!inner(title,genres(label))&first_work.price=gt.10&order=first_work(title)',
      prefer: 'count=exact',
      status: 200,
      answer: [
        {
          name: 'Ada',
          first_work: { title: 'Engines', genres: [{ label: 'science' }, { label: 'history' }] },
        },
      ],
      sent: { 'content-range': '0-0/1' },
    },
    'that are functions can be embedded in the result of a write': {
      ask: 'PATCH /authors?id=eq.2&select=name,name_length,bestsellers(title)',
      prefer: 'return=representation',
      body: { born: '1900-01-01' },
      status: 200,
      answer: [{ name: 'Bob', name_length: 3, bestsellers: [{ title: 'Gardens' }] }],
    },
    'that are functions can be embedded in the result of a function': {
      ask: 'POST /rpc/touch_authors?select=name,name_length,first_work(title)&name_length=eq.3&order=name_length,id&limit=1',
      body: {},
      status: 200,
      answer: [{ name: 'Ada', name_length: 3, first_work: { title: 'Engines' } }],
    },
    'can have keys of several columns': {
      ask: 'GET /shelves?select=hall,number,copies(id)&hall=in.(A,B)&order=hall,number&copies.order=id',
      status: 200,
      answer: [
        { hall: 'A', number: 1, copies: [{ id: 1 }, { id: 2 }] },
        { hall: 'A', number: 2, copies: [] },
        { hall: 'B', number: 1, copies: [{ id: 3 }] },
      ],
    },
    'lead to and from partitioned tables': {
      ask: 'GET /copies?select=id,loans(days),books(title)&order=id&loans.order=id',
      status: 200,
      answer: [
        { id: 1, loans: [{ days: 10 }, { days: 20 }], books: { title: 'Engines' } },
        { id: 2, loans: [], books: { title: 'Notes' } },
        { id: 3, loans: [{ days: 5 }], books: { title: 'Engines' } },
      ],
    },
    'go through views over views': {
      ask: 'GET /view_of_view?select=name,authors(name)&order=book',
      status: 200,
      answer: [
        { name: 'Notes', authors: { name: 'Ada' } },
        { name: 'Gardens', authors: { name: 'Bob' } },
      ],
    },
    'go through materialized views': {
      ask: 'GET /dear_books?select=title,authors(name)&order=id',
      as: 'service_role',
      status: 200,
      answer: [
        { title: 'Engines', authors: { name: 'Ada' } },
        { title: 'Gardens', authors: { name: 'Bob' } },
      ],
    },
    'go through views with a named query': {
      ask: 'GET /with_cte?select=title,authors(name)&order=id&limit=1',
      status: 200,
      answer: [{ title: 'Engines', authors: { name: 'Ada' } }],
    },
    'go through views of hidden tables, whose keys they show': {
      ask: 'GET /rooms?select=name,guests!guests_room_id_fkey(name),visitors:guests!visits(name)&order=id&guests.order=guest',
      status: 200,
      answer: [
        { name: 'blue', guests: [{ name: 'Gil' }], visitors: [{ name: 'Gil' }] },
        { name: 'red', guests: [{ name: 'Hal' }, { name: 'Ivy' }], visitors: [{ name: 'Gil' }] },
      ],
    },
    'stay one to one through views': {
      ask: 'GET /books?select=title,cover_pictures(url)&id=lt.3&order=id',
      status: 200,
      answer: [
        { title: 'Engines', cover_pictures: { url: 'one.png' } },
        { title: 'Notes', cover_pictures: null },
      ],
    },
    'do not exist for views of a union': {
      ask: 'GET /either?select=id,authors(name)',
      status: 400,
      code: 'PGRST200',
    },
    'nest to any depth, back to the first table': {
      ask: 'GET /authors?select=name,books!author_id(title,authors!author_id(books!author_id(title)))&id=eq.2',
      status: 200,
      answer: [
        { name: 'Bob', books: [{ title: 'Gardens', authors: { books: [{ title: 'Gardens' }] } }] },
      ],
    },
    'filter by alternative conditions inside the resource': {
      ask: 'GET /authors?select=name,books!author_id!inner(title)&books.or=(price.gt.10,title.eq.Gardens)&order=id',
      prefer: 'count=exact',
      status: 200,
      answer: [
        { name: 'Ada', books: [{ title: 'Engines' }] },
        { name: 'Bob', books: [{ title: 'Gardens' }] },
      ],
      sent: { 'content-range': '0-1/2' },
    },
    'can be required or missing among alternative conditions': {
      ask: 'GET /books?select=id,covers(),genres()&or=(covers.not.is.null,genres.is.null)&order=id',
      prefer: 'count=exact',
      status: 200,
      answer: [{ id: 1 }, { id: 3 }],
      sent: { 'content-range': '0-1/2' },
    },
    'find rows without related rows and sort by related rows, also inside a resource': {
      ask: 'GET /publishers?select=name,books(title,covers(),authors!author_id(name))&books.covers=is.null&books.order=authors(name).desc&id=eq.1',
      status: 200,
      answer: [{ name: 'Press', books: [{ title: 'Notes', authors: { name: 'Ada' } }] }],
    },
    'count their rows with count even if aggregates are not allowed': {
      ask: 'GET /authors?select=name,books!author_id(count)&order=id&id=lt.3',
      status: 200,
      answer: [
        { name: 'Ada', books: [{ count: 2 }] },
        { name: 'Bob', books: [{ count: 1 }] },
      ],
    },
    'require a junction on both sides': {
      ask: 'GET /genres?select=label,books!inner(title,authors!author_id!inner(name))&books.authors.name=eq.Ada&books.price=lt.6',
      prefer: 'count=exact',
      status: 200,
      answer: [{ label: 'science', books: [{ title: 'Notes', authors: { name: 'Ada' } }] }],
      sent: { 'content-range': '0-0/1' },
    },
    'page their lists': {
      ask: 'GET /authors?select=name,books!author_id(id)&books.order=id&books.offset=1&books.limit=1&id=eq.1',
      status: 200,
      answer: [{ name: 'Ada', books: [{ id: 2 }] }],
    },
    'filter by what is nested two levels down': {
      ask: 'GET /publishers?select=name,books!inner(title,authors!author_id!inner(name))&books.authors.name=eq.Bob',
      prefer: 'count=exact',
      status: 200,
      answer: [],
      sent: { 'content-range': '*/0' },
    },
  })
})

describe('computed columns', () => {
  scenarios({
    'can be functions of a schema that is on the search path but not exposed': {
      ask: 'GET /authors?select=name,initials&initials=eq.A',
      status: 200,
      answer: [{ name: 'Ada', initials: 'A' }],
    },
    'can be filtered and sorted by': {
      ask: 'GET /authors?select=name,name_length&name_length=eq.3&order=name_length.desc,name&limit=1',
      status: 200,
      answer: [{ name: 'Ada', name_length: 3 }],
    },
  })
})

describe('functions', () => {
  scenarios({
    'are distinguished by their arguments': {
      ask: 'GET /rpc/same?x=1',
      status: 200,
      answer: 'one',
    },
    'are distinguished by required arguments before optional ones': {
      ask: 'POST /rpc/same',
      body: { x: 1, y: 2, z: 3 },
      status: 200,
      answer: 'three',
    },
    'with the same arguments are not distinguished': {
      ask: 'POST /rpc/same',
      body: { x: 1, y: 2 },
      status: 300,
      answer: {
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: public.same(x => integer, y => integer), public.same(x => integer, y => integer, z => integer)',
        details: null,
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    },
    'prefer named arguments to the whole body': {
      ask: 'POST /rpc/either_way',
      body: { a: 1 },
      status: 200,
      answer: 'named',
    },
    'accept the whole body if no name matches': {
      ask: 'POST /rpc/either_way',
      body: { b: 1 },
      status: 200,
      answer: 'whole',
    },
    'accept text': {
      ask: 'POST /rpc/say',
      headers: { 'content-type': 'text/plain' },
      body: 'a "word"',
      status: 200,
      answer: 'said a "word"',
    },
    'accept bytes': {
      ask: 'POST /rpc/weigh',
      headers: { 'content-type': 'application/octet-stream' },
      body: 'four',
      status: 200,
      answer: 4,
    },
    'accept and return XML': {
      ask: 'POST /rpc/mark_up',
      headers: { 'content-type': 'text/xml', accept: 'text/xml' },
      body: '<a>1</a>',
      status: 200,
      contains: '<a>1</a>',
      sent: { 'content-type': 'text/xml; charset=utf-8' },
    },
    'without a text argument are not found for a text body': {
      ask: 'POST /rpc/add_up',
      headers: { 'content-type': 'text/plain' },
      body: 'x',
      status: 404,
      answer: {
        code: 'PGRST202',
        message: 'Could not find the function public.add_up in the schema cache',
        details:
          'Searched for the function public.add_up with a single unnamed text parameter, but no matches were found in the schema cache.',
        hint: null,
      },
    },
    'are found by named arguments only under GET': {
      ask: 'GET /rpc/add_upp?a=1',
      status: 404,
      answer: {
        code: 'PGRST202',
        message: 'Could not find the function public.add_upp(a) in the schema cache',
        details:
          'Searched for the function public.add_upp with parameter a, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.add_up',
      },
    },
    'need their variadic arguments': { ask: 'GET /rpc/shout', status: 404, code: 'PGRST202' },
    'return no body for HEAD': {
      ask: 'HEAD /rpc/numbers?upto=5',
      prefer: 'count=exact',
      status: 200,
      sent: { 'content-range': '0-4/5' },
    },
    "run at the database's isolation level": {
      ask: 'GET /rpc/how_isolated',
      status: 200,
      answer: 'read committed',
    },
    'set their own isolation level if they write': {
      ask: 'POST /rpc/how_serializable',
      body: {},
      status: 200,
      answer: 'serializable',
    },
    'set their own isolation level if they only read': {
      ask: 'GET /rpc/how_repeatable',
      status: 200,
      answer: 'repeatable read',
    },
    'set their own isolation level over that of their caller': {
      ask: 'GET /rpc/how_repeatable',
      as: 'ada',
      status: 200,
      answer: 'repeatable read',
    },
    "run at their caller's isolation level": {
      ask: 'GET /rpc/how_isolated',
      as: 'ada',
      status: 200,
      answer: 'serializable',
    },
    'return 500 for an unexpected second row': {
      ask: 'POST /rpc/two_rows_as_one',
      body: {},
      status: 500,
      code: '21000',
    },
    'set their own time limit': { ask: 'GET /rpc/my_timeout', status: 200, answer: '7s' },
    'do not accept the whole body as one argument by preference': {
      ask: 'POST /rpc/add_up',
      prefer: 'params=single-object, handling=strict',
      body: { a: 1 },
      status: 400,
      answer: {
        code: 'PGRST122',
        message: 'Invalid preferences given with handling=strict',
        details: 'Invalid preferences: params=single-object',
        hint: null,
      },
    },
    'refuse max-affected if they do not return a set': {
      ask: 'POST /rpc/add_up',
      prefer: 'handling=strict,max-affected=1',
      body: { a: 1 },
      status: 400,
      code: 'PGRST128',
    },
  })
})

describe('the pre-request function', () => {
  scenarios({
    'sees every request and can add to its response': {
      ask: 'GET /genres?id=eq.1',
      status: 200,
      sent: { 'x-checked': 'yes' },
    },
    'can refuse a request before anything else runs': {
      ask: 'GET /genres',
      headers: { 'x-refuse': '1' },
      status: 403,
      answer: { code: 'PT403', message: 'refused by the pre-request', details: null, hint: null },
    },
  })
})

const accept = (type: string) => ({ accept: type })

describe('media types', () => {
  byDefault.scenarios({
    'exclude execution plans unless the project allows them': {
      ask: 'GET /genres',
      headers: accept('application/vnd.pgrst.plan+json'),
      status: 406,
      code: 'PGRST107',
    },
  })
  scenarios({
    'include text for a function': {
      ask: 'GET /rpc/hello?name=Ada',
      headers: accept('text/plain'),
      status: 200,
      contains: 'hello Ada',
      sent: { 'content-type': 'text/plain; charset=utf-8' },
    },
    'exclude text for a function that does not return it': {
      ask: 'POST /rpc/say',
      headers: { ...accept('text/plain'), 'content-type': 'text/plain' },
      body: 'x',
      status: 406,
      code: 'PGRST107',
    },
    'exclude text for a column': {
      ask: 'GET /genres?select=label&id=eq.1',
      headers: accept('text/plain'),
      status: 406,
      code: 'PGRST107',
    },
    'exclude bytes for text': {
      ask: 'GET /rpc/hello',
      headers: accept('application/octet-stream'),
      status: 406,
      code: 'PGRST107',
    },
    'default to JSON': {
      ask: 'GET /genres?select=id&id=eq.2',
      status: 200,
      answer: [{ id: 2 }],
    },
    'exclude an invalid name, even after other requests': {
      ask: 'GET /genres?select=id&id=eq.2',
      headers: accept('undefined'),
      status: 406,
      code: 'PGRST107',
    },
    "are chosen in the client's order of preference": {
      ask: 'GET /genres?select=id&id=eq.1',
      headers: accept('text/plain;q=0.1, image/png, text/csv;q=0.8'),
      status: 200,
      contains: 'id\n1',
    },
    'can strip nulls from one object': {
      ask: 'GET /authors?id=eq.3&select=name,born',
      headers: accept('application/vnd.pgrst.object+json;nulls=stripped'),
      status: 200,
      answer: { name: 'Cyd' },
      sent: {
        'content-type': 'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
      },
    },
    'include GeoJSON if rows can be features': {
      ask: 'GET /genres?id=eq.1',
      headers: accept('application/geo+json'),
      status: 200,
      answer: {
        type: 'FeatureCollection',
        features: [{ type: 'Feature', properties: { id: 1, label: 'science' } }],
      },
      sent: { 'content-type': 'application/geo+json; charset=utf-8' },
    },
    'include the domain that a function returns': {
      ask: 'GET /rpc/page',
      headers: accept('text/html'),
      status: 200,
      contains: '<p>hi</p>',
      sent: { 'content-type': 'text/html' },
    },
    'can be set by a function that returns any type': {
      ask: 'GET /rpc/anything',
      headers: accept('image/webp'),
      status: 200,
      contains: 'own',
      sent: { 'content-type': 'text/x-own' },
    },
    'can be made by an aggregate over the rows of one relation': {
      ask: 'GET /genres?id=lt.3&order=id',
      headers: accept('application/vnd.lines'),
      status: 200,
      contains: 'science\nhistory\n',
      sent: { 'content-type': 'application/vnd.lines' },
    },
    'of one relation require all its columns': {
      ask: 'GET /genres?select=id',
      headers: accept('application/vnd.lines'),
      status: 406,
      code: 'PGRST107',
    },
    'can be made by an aggregate over any rows': {
      ask: 'GET /authors?select=name&id=lt.3',
      headers: accept('text/tab-separated-values'),
      status: 200,
      contains: 'row\nrow\n',
    },
    'include execution plans': {
      ask: 'GET /genres?id=eq.1',
      headers: accept('application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose'),
      status: 200,
      contains: '"Actual Rows"',
      sent: {
        'content-type':
          'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose; charset=utf-8',
      },
    },
    'are missing from a response without a body': {
      ask: 'PATCH /files?id=eq.1&select=content',
      headers: accept('text/csv'),
      body: { note: 'changed' },
      status: 204,
      sent: { 'content-type': undefined },
    },
    'include execution plans as text': {
      ask: 'POST /rpc/log_line',
      headers: accept('application/vnd.pgrst.plan'),
      body: { line: 'planned' },
      status: 200,
      contains: 'cost=',
    },
  })

  it('include bytes for a function, but not for a column', async () => {
    const octets = accept('application/octet-stream')
    const column = await ask({ ask: 'GET /files?select=content&id=eq.1', headers: octets })
    expect(column.statusCode).toBe(406)
    const called = await ask({ ask: 'GET /rpc/bytes', headers: octets })
    expect(called.rawPayload).toEqual(Buffer.from([0x00, 0xff, 0x10]))
    const picture = await ask({ ask: 'GET /rpc/picture', headers: accept('image/png') })
    expect(picture.headers['content-type']).toBe('image/png')
    expect(picture.rawPayload).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47]))
  })
})

describe('domains with their own representation', () => {
  scenarios({
    'are shown in it, even under an alias': {
      ask: 'GET /paints?select=label,shade:tint&id=eq.1',
      status: 200,
      answer: [{ label: 'blue', shade: '#0000ff' }],
    },
    'are shown in it if all columns are selected': {
      ask: 'GET /paints?id=eq.2',
      status: 200,
      answer: [{ id: 2, tint: '#00ff00', label: 'green' }],
    },
    'can be filtered by it': {
      ask: 'GET /paints?select=label&tint=eq.%230000ff',
      status: 200,
      answer: [{ label: 'blue' }],
    },
    'can be filtered by it in lists and groups': {
      ask: 'GET /paints?select=id&or=(tint.in.(%230000ff),tint.eq(any).{%2300ff00})&order=id',
      status: 200,
      answer: [{ id: 1 }, { id: 2 }],
    },
    'can be written in it': {
      ask: 'POST /paints',
      prefer: 'return=representation',
      body: [{ id: 3, tint: '#010203', label: 'dark' }],
      status: 201,
      answer: [{ id: 3, tint: '#010203', label: 'dark' }],
    },
    'are cast in it': {
      ask: 'GET /paints?select=tint::text&id=eq.1',
      status: 200,
      answer: [{ tint: '"#0000ff"' }],
    },
  })
})

describe('preferences', () => {
  byDefault.scenarios({
    'do not undo a write unless the project allows it': {
      ask: 'POST /genres',
      prefer: 'tx=rollback',
      body: { id: 40, label: 'kept' },
      status: 201,
      sent: { 'preference-applied': undefined },
    },
    'did not undo that write': {
      ask: 'GET /genres?id=eq.40&select=id',
      status: 200,
      answer: [{ id: 40 }],
    },
  })
  scenarios({
    'limit the rows that a function affects': {
      ask: 'POST /rpc/touch_authors',
      prefer: 'handling=strict,max-affected=1',
      body: {},
      status: 400,
      answer: {
        code: 'PGRST124',
        message: 'Query result exceeds max-affected preference constraint',
        details: 'The query affects 3 rows',
        hint: null,
      },
    },
    'undo a write if the project allows it': {
      ask: 'POST /genres',
      prefer: 'tx=rollback,return=representation',
      body: { id: 41, label: 'undone' },
      status: 201,
      answer: [{ id: 41, label: 'undone' }],
      sent: { 'preference-applied': 'return=representation, tx=rollback' },
    },
    'have undone that write': { ask: 'GET /genres?id=eq.41', status: 200, answer: [] },
    'refuse a write that would fail at its end, even if it is undone': {
      ask: 'POST /books',
      prefer: 'tx=rollback',
      body: { title: 'x', publisher_id: 99 },
      status: 409,
      code: '23503',
    },
    'that are invalid are all listed': {
      ask: 'GET /genres',
      prefer: 'handling=strict, count=all, timezone=Mars/Base, anything',
      status: 400,
      answer: {
        code: 'PGRST122',
        message: 'Invalid preferences given with handling=strict',
        details: 'Invalid preferences: count=all, timezone=Mars/Base, anything',
        hint: null,
      },
    },
    'that are invalid are ignored otherwise': {
      ask: 'GET /genres?id=eq.1',
      prefer: 'timezone=+5',
      status: 200,
      sent: { 'preference-applied': undefined },
    },
  })

  it('of a time zone apply to the times in a response', async () => {
    const response = await ask({
      ask: 'GET /authors?select=at:born::timestamptz&id=eq.1',
      prefer: 'timezone=America/Los_Angeles',
    })
    expect(response.headers['preference-applied']).toBe('timezone=America/Los_Angeles')
    expect(response.body).toContain('-07:52:58')
  })
})

describe('hints', () => {
  scenarios({
    'name the first unknown column, without a suggestion': {
      ask: 'POST /genres',
      body: { id: 1, labell: 'x', label: 'x', colour: 'red' },
      status: 400,
      answer: {
        code: 'PGRST204',
        message: "Could not find the 'colour' column of 'genres' in the schema cache",
        details: null,
        hint: null,
      },
    },
    'name a relationship similar to the requested one': {
      ask: 'GET /authors?select=boks(title)',
      status: 400,
      answer: {
        code: 'PGRST200',
        message: "Could not find a relationship between 'authors' and 'boks' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'authors' and 'boks' in the schema 'public', but no matches were found.",
        hint: "Perhaps you meant 'books' instead of 'boks'.",
      },
    },
    'name the hint that matched nothing': {
      ask: 'GET /books?select=authors!nowhere(name)',
      status: 400,
      contains: "using the hint 'nowhere'",
    },
  })
})

describe('allowed methods', () => {
  scenarios({
    "are those of the table, regardless of the caller's privileges": {
      ask: 'OPTIONS /genres',
      as: 'ada',
      status: 200,
      sent: { allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE' },
    },
    'of a materialized view can only read': {
      ask: 'OPTIONS /book_counts',
      as: 'service_role',
      status: 200,
      sent: { allow: 'OPTIONS,GET,HEAD' },
    },
    'of a function that writes are only POST': {
      ask: 'OPTIONS /rpc/log_line?line=x',
      status: 200,
      sent: { allow: 'OPTIONS,POST' },
    },
    'of a function that only reads include GET': {
      ask: 'OPTIONS /rpc/add_up?a=1',
      status: 200,
      sent: { allow: 'OPTIONS,GET,HEAD,POST' },
    },
    'of the root can only read': {
      ask: 'OPTIONS /',
      status: 200,
      sent: { allow: 'OPTIONS,GET,HEAD' },
    },
    'do not exist for an unknown table': {
      ask: 'OPTIONS /genre',
      status: 404,
      contains: "Perhaps you meant the table 'public.genres'",
    },
  })
})

describe('the phrase of a status', () => {
  it.each([
    [
      'is the message of an error that has a status',
      '/rpc/fail_with',
      { state: 'PT429' },
      'refused',
    ],
    ['is what a function sets', '/rpc/raise_phrase', { phrase: 'Not today' }, 'Not today'],
    ['is in UTF-8', '/rpc/raise_phrase', { phrase: 'Später' }, 'SpÃ¤ter'],
    ['is the usual one if a function sets none', '/rpc/raise_custom', {}, 'Payment Required'],
    [
      'is the usual one if it would break the line',
      '/rpc/raise_phrase',
      { phrase: 'a\nb' },
      'unknown',
    ],
  ])('%s', async (_sentence, path, body, phrase) => {
    const { statusMessage } = await ask({ ask: `POST ${path}`, body })
    expect(statusMessage).toBe(phrase)
  })
})

describe('Server-Timing', () => {
  it('reports how long each step took', async () => {
    const { headers } = await ask({ ask: 'GET /genres?limit=1' })
    expect(headers['server-timing']).toMatch(
      /^jwt;dur=[\d.]+, parse;dur=[\d.]+, plan;dur=[\d.]+, transaction;dur=[\d.]+, response;dur=[\d.]+$/,
    )
  })

  it('is not sent unless the project enables it', async () => {
    const { headers } = await byDefault.ask({ ask: 'GET /genres?limit=1' })
    expect(headers['server-timing']).toBeUndefined()
  })
})
