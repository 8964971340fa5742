import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finish } from '../../../../test/finish.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { systemClock } from '../../../lib/clock.ts'
import { compile } from '../../../postgres/sql.ts'
import { planRequest } from '../plan/plan-request.ts'
import { parseApiRequest, type RequestHead } from '../request/api-request.ts'
import { parseBody, parseCallBody, type Body } from '../request/body.ts'
import { createLiveSchema, type LiveSchema } from '../schema/live-schema.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import { preRequestSql } from '../../../project/data-plane/pre-request-sql.ts'
import { renderStatement } from './statement-sql.ts'
import { BODY } from './write-sql.ts'

type Case = {
  readonly ask: string
  readonly prefer?: string
  readonly accept?: string
  readonly range?: string
  readonly body?: unknown
  readonly form?: string
}

/** One request for each kind of plan. The file of the same name has the expected statement. */
const cases: Readonly<Record<string, Case>> = {
  'all-columns': { ask: 'GET /authors' },
  'columns-aliases-casts': { ask: 'GET /books?select=id::text,name:title,price::double precision' },
  'json-paths': {
    ask: 'GET /books?select=meta->pages->>total,first:meta->awards->0,tags->0&meta->>isbn=eq.1&order=meta->pages->total.desc',
  },
  comparisons: {
    ask: 'GET /books?id=gt.1&id=lte.9&title=neq.x&title=like.N*&title=not.ilike.*x&title=match.^N&price=isdistinct.3',
  },
  'lists-and-truth': {
    ask: 'GET /books?id=in.(1,2,"3")&published=is.true&price=not.is.null&title=in.("a,b","c\\"d")',
  },
  quantifiers: { ask: 'GET /books?title=like(any).{N*,G*}&id=gt(all).{0,1}&id=eq(any).{1,2}' },
  'containment-and-ranges': {
    ask: 'GET /books?tags=cs.{math}&tags=cd.{math,old}&tags=ov.{new}&meta=cs.{"isbn":"1"}&pages=sl.[400,500]&pages=sr.[0,0]&pages=nxl.[0,2]&pages=nxr.[0,999]&pages=adj.[300,400]',
  },
  'text-search': {
    ask: 'GET /books?body=fts.engine&title=plfts(english).engine&body=phfts(english).engines&body=not.wfts.rain',
  },
  logic: {
    ask: 'GET /books?or=(id.eq.1,and(price.gt.5,not.or(title.eq.x,title.is.null)))&not.and=(id.eq.7,id.in.(8,9))',
  },
  'order-limit-offset': { ask: 'GET /books?order=price.desc.nullslast,title&limit=10&offset=20' },
  'range-header': { ask: 'GET /books?limit=50', range: '10-19' },
  'to-one': { ask: 'GET /books?select=title,author:authors!author_id(name)' },
  'to-many': {
    ask: 'GET /authors?select=name,books!author_id(title)&books.price=gt.6&books.order=title&books.limit=2',
  },
  'many-to-many': { ask: 'GET /books?select=title,genres(label)&genres.label=eq.science' },
  'one-to-one': { ask: 'GET /books?select=title,covers(url)' },
  'self-reference': { ask: 'GET /authors?select=name,mentor:mentor_id(name),pupils:authors(name)' },
  'inner-and-nested': {
    ask: 'GET /publishers?select=name,books!inner(title,authors!author_id!inner(name))&books.authors.name=eq.Ada',
    prefer: 'count=exact',
  },
  'embed-is-null': {
    ask: 'GET /books?select=title,covers(),genres(label)&covers=is.null&genres=not.is.null',
    prefer: 'count=exact',
  },
  'related-order-and-spread': {
    ask: 'GET /books?select=title,...authors!author_id(author:name)&order=authors(author).desc',
  },
  'through-a-view': { ask: 'GET /cheap_books?select=name,authors(name)' },
  'count-estimated': { ask: 'GET /books?id=gt.1', prefer: 'count=estimated' },
  head: { ask: 'HEAD /books?id=gt.1', prefer: 'count=exact' },
  'csv-of-embeds': { ask: 'GET /books?select=id,genres(label)', accept: 'text/csv' },
  csv: { ask: 'GET /authors?select=id,name', accept: 'text/csv' },
  'single-object': { ask: 'GET /authors?id=eq.1', accept: 'application/vnd.pgrst.object+json' },
  'nulls-stripped': {
    ask: 'GET /authors',
    accept: 'application/vnd.pgrst.array+json;nulls=stripped',
  },
  'odd-names': { ask: 'GET /odd "name?select="a b","c->d"&"a b"=eq.1' },
  insert: { ask: 'POST /authors', body: { name: 'Dot', born: null } },
  'insert-many-returning': {
    ask: 'POST /authors?select=id,name&columns=name,born',
    prefer: 'return=representation',
    body: [{ name: 'Eve' }],
  },
  'insert-defaults': {
    ask: 'POST /books?columns=id,title,price',
    prefer: 'missing=default,return=headers-only',
    body: [{ title: 'x' }],
  },
  'insert-nothing': { ask: 'POST /logs', body: {} },
  'insert-returning-embeds': {
    ask: 'POST /books?select=title,authors!author_id(name)',
    prefer: 'return=representation',
    body: { title: 'x', author_id: 1 },
  },
  'upsert-merge': {
    ask: 'POST /authors?on_conflict=name',
    prefer: 'resolution=merge-duplicates,return=representation',
    body: { name: 'Ada', born: '1815-12-10' },
  },
  'upsert-ignore': {
    ask: 'POST /genres',
    prefer: 'resolution=ignore-duplicates',
    body: [{ id: 1, label: 'x' }],
  },
  'put-one': { ask: 'PUT /genres?id=eq.3', body: { id: 3, label: 'poetry' } },
  update: {
    ask: 'PATCH /books?id=eq.3&select=id,title',
    prefer: 'return=representation,count=exact',
    body: { title: 'Parks', price: 7 },
  },
  'update-limited': {
    ask: 'PATCH /books?id=lt.3',
    prefer: 'handling=strict,max-affected=1',
    body: { price: 1 },
  },
  'update-nothing': { ask: 'PATCH /books?id=eq.1', body: {} },
  delete: { ask: 'DELETE /books?id=eq.99' },
  'delete-one-object': {
    ask: 'DELETE /books?id=eq.99',
    prefer: 'return=representation',
    accept: 'application/vnd.pgrst.object+json',
  },
  'call-get': { ask: 'GET /rpc/add_up?a=1&b=2' },
  'call-variadic': { ask: 'GET /rpc/shout?words=a&words=b' },
  'call-post': { ask: 'POST /rpc/add_up', body: { a: 1 } },
  'call-form': { ask: 'POST /rpc/shout', form: 'words=a&words=b' },
  'call-form-last': { ask: 'POST /rpc/add_up', form: 'a=1&a=5' },
  'call-records': { ask: 'GET /rpc/any_rows?n=2' },
  'call-void': { ask: 'POST /rpc/log_line', body: { line: 'x' } },
  'call-set-of-scalars': { ask: 'GET /rpc/numbers?upto=5&limit=2', prefer: 'count=exact' },
  'call-rows': {
    ask: 'GET /rpc/books_by?author=Ada&select=title,genres(label)&price=gt.1&order=title&limit=1',
    prefer: 'count=exact',
  },
  'call-one-row': { ask: 'GET /rpc/first_book?select=id,title' },
  'call-table': { ask: 'GET /rpc/stats?kind=eq.books' },
  aggregates: {
    ask: 'GET /books?select=published,count(),total:price.sum()::text,meta->>isbn.max()&order=published',
  },
  'aggregates-by-path-and-embed': {
    ask: 'GET /books?select=meta->>isbn,authors!author_id(name),genres(label),price.avg()',
  },
  'aggregates-in-an-embed': {
    ask: 'GET /authors?select=name,books!author_id(published,price.max())',
  },
  'aggregates-of-a-spread': {
    ask: 'GET /books?select=price.sum(),...authors!author_id(born.max(),...mentor_id(count()),name)',
  },
  'spread-to-many': {
    ask: 'GET /authors?select=name,...books!author_id(titles:title,prices:price,genres(label))&books.order=title.desc',
  },
  'spread-inside-spread': {
    ask: 'GET /publishers?select=*,...books!inner(title,...authors!author_id(*),...genres(label))',
  },
  'computed-relationship': {
    ask: 'GET /authors?select=name,bestsellers(title),first_work!inner(title)&order=first_work(title)',
    prefer: 'count=exact',
  },
  'computed-column': { ask: 'GET /authors?select=name&name_length=gt.2&order=name_length' },
  'computed-after-a-write': {
    ask: 'PATCH /authors?id=eq.1&select=name_length,first_work(title)',
    prefer: 'return=representation',
    body: { born: '1815-12-10' },
  },
  'computed-on-a-function': {
    ask: 'POST /rpc/touch_authors?select=*,first_work(title)&name_length=gt.0&order=name_length',
    body: {},
  },
  'composite-key': { ask: 'GET /copies?select=id,shelves(width)' },
  'embedded-or': {
    ask: 'GET /authors?select=name,books!author_id!inner(title)&books.or=(price.gt.6,published.is.false)',
  },
  'domain-forms': { ask: 'GET /paints?tint=in.(#0000ff,#00ff00)&tint=neq.#ffffff' },
  'domain-forms-written': {
    ask: 'POST /paints',
    prefer: 'return=representation',
    body: [{ id: 9, tint: '#010203' }],
  },
  'function-as-bytes': { ask: 'GET /rpc/bytes', accept: 'application/octet-stream' },
  'computed-of-another-schema': { ask: 'GET /authors?select=name,initials' },
  'own-media-type': { ask: 'GET /genres', accept: 'application/vnd.lines' },
  'own-media-type-of-any-rows': {
    ask: 'GET /authors?select=name',
    accept: 'text/tab-separated-values',
  },
  'geo-json': { ask: 'GET /genres', accept: 'application/geo+json' },
  explained: {
    ask: 'GET /genres?id=eq.1',
    accept: 'application/vnd.pgrst.plan+json; options=verbose',
  },
  'call-whole-body': { ask: 'POST /rpc/whole', body: { any: [1, 2] } },
}

const refusing = new Set(['update-limited', 'delete-one-object'])

let test: TestProject
let schema: LiveSchema
let cache: SchemaCache

beforeAll(async () => {
  test = await createTestProject()
  for (const file of [
    '../../../../test/data-api/schema.sql',
    '../../../../test/data-api/schema-more.sql',
  ])
    await test.run(await readFile(new URL(file, import.meta.url), 'utf8'))
  schema = createLiveSchema(test.project, systemClock)
  cache = await schema.current()
})
afterAll(async () => {
  await schema.close()
  await test.stop()
})

it.each(['check', 'private.check', 'odd "name.the fn'])(
  'the pre-request function %s is called by name',
  async (name) => {
    const { text, values } = compile(preRequestSql(name))
    const file = `golden/pre-request-${name.replaceAll(/\W+/g, '-')}.sql`
    await expect(`-- db_pre_request = ${name}\n\n${text};\n`).toMatchFileSnapshot(file)
    expect(values).toEqual([])
  },
)

describe('the statement for', () => {
  it.each(Object.entries(cases))('%s', async (name, asked) => {
    const rendered = render(asked)
    const statements = [rendered.main, ...(rendered.estimate ? [rendered.estimate] : [])]
    const shown = statements.map(({ text, values }) => `${layOut(text)};\n${list(values)}`)
    await expect(`-- ${asked.ask}\n\n${shown.join('\n')}`).toMatchFileSnapshot(`golden/${name}.sql`)
    const [main, ...after] = statements.map(({ text, values }) => ({
      text,
      values: values.map((value) => (value === BODY ? (rendered.body ?? '') : value)),
    }))
    const outcome = await test.database
      .asCaller(
        { role: 'service_role', settings: { search_path: 'public, workshop' }, isReadOnly: false },
        main ?? { text: '', values: [] },
        after,
      )
      .then(
        ([result]) => result?.rows.length,
        (error: { code: string }) => error.code,
      )
    // These statements exist to refuse a wrong number of rows.
    expect(outcome).toBe(refusing.has(name) ? 'PGRST' : 1)
  })
})

function render(asked: Case) {
  const [method, address] = [/^\w+/.exec(asked.ask)?.[0] ?? '', asked.ask.replace(/^\w+ /, '')]
  const [path = '', queryString = ''] = address.slice(1).split(/\?(.*)/s)
  const isRoutine = path.startsWith('rpc/')
  const head: RequestHead = {
    method,
    target: { kind: isRoutine ? 'routine' : 'relation', name: path.replace('rpc/', '') },
    queryString: queryString.replaceAll('%', '%25'),
    accept: asked.accept,
    prefer: asked.prefer,
    range: asked.range,
    acceptProfile: undefined,
    contentProfile: undefined,
  }
  const request = parseApiRequest(head, cache.exposedSchemas)
  const body = bodyOf(asked, head, isRoutine)
  const plan = planRequest(request, cache, {
    body,
    settings: {
      ...test.project.settings.of(dataApiSettings),
      db_aggregates_enabled: true,
      db_plan_enabled: true,
    },
  })
  const { main, estimate } = renderStatement(plan)
  return {
    main: compile(main),
    estimate: estimate && compile(estimate),
    body: body?.bytes.toString(),
  }
}

function bodyOf(
  { body, form }: Case,
  { queryString }: RequestHead,
  isRoutine: boolean,
): Body | undefined {
  const parse = isRoutine ? parseCallBody : parseBody
  const hasColumns = queryString.includes('columns=')
  if (form !== undefined)
    return finish(parse(Buffer.from(form), 'application/x-www-form-urlencoded', hasColumns)).value
  if (body === undefined) return undefined
  return finish(parse(Buffer.from(JSON.stringify(body)), 'application/json', hasColumns)).value
}

/** Puts each clause on its own line, so that the diff of a changed statement is readable. */
const layOut = (text: string) =>
  text.replaceAll(
    /(?<!left|distinct|\() (?=(?:from|where|order by|left join|join|returning|on conflict|set)\b)/g,
    '\n  ',
  )

const list = (values: readonly unknown[]) =>
  values
    .map(
      (value, index) =>
        `-- $${index + 1} = ${value === BODY ? 'the body' : JSON.stringify(value)}\n`,
    )
    .join('')
