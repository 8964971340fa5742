import { parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGraphqlApp, testSchema, type GraphqlApp } from '../../../test/graphql/app.ts'
import { checkDepth, MAX_BODY_BYTES, MAX_DEPTH, MAX_FIELDS, MAX_TOKENS } from './request/limits.ts'

let api: GraphqlApp
beforeAll(async () => {
  api = await createGraphqlApp(testSchema())
})
afterAll(() => api.stop())

const codeOf = async (query: string, variables?: object) =>
  (await api.error(query, variables))?.extensions.code

/** Blogs of owners of blogs …, `levels` collections deep. */
const nested = (levels: number, page = '(first: 1)'): string =>
  levels === 0
    ? 'id'
    : `owner { blogCollection${page} { edges { node { ${nested(levels - 1, page)} } } } }`
const query = (inner: string, page = '(first: 1)') =>
  `{ blogCollection${page} { edges { node { ${inner} } } } }`

describe('limits', () => {
  it('allow seven nested collections, and at most 32 nested fields', async () => {
    expect(await codeOf(query(nested(7)))).toBeUndefined()
    expect(await codeOf(query(nested(8)))).toBe('depth_limit')
    expect(await api.error(query(nested(8)))).toMatchObject({
      message: `Query selection depth exceeds the maximum allowed depth of ${MAX_DEPTH}`,
    })
  })

  it('count depth through fragments, including those that contain themselves', async () => {
    const deep = Array.from(
      { length: 40 },
      (_, n) => `fragment F${n} on Blog { owner { ...A${n} } }
      fragment A${n} on Account { firstBlog { ${n === 39 ? 'id' : `...F${n + 1}`} } }`,
    )
    expect(await codeOf(`${query('...F0')} ${deep.join('\n')}`)).toBe('depth_limit')
    const cycle = `${query('...F')} fragment F on Blog { owner { firstBlog { ...F } } }`
    expect(await codeOf(cycle)).toBe('validation_failed')
    expect(() => checkDepth(parse(cycle))).not.toThrow()
  })

  it('refuse a query that could return a million records', async () => {
    expect(await codeOf(query(nested(4, ''), ''))).toBe('cost_limit')
    expect(await codeOf(query(nested(3, '(first: 5)')))).toBeUndefined()
  })

  it('refuse fragments that multiply', async () => {
    const bomb = Array.from(
      { length: 11 },
      (_, n) =>
        `fragment F${n} on Account { a: firstBlog { owner { ...F${n + 1} } } b: firstBlog { owner { ...F${n + 1} } } }`,
    )
    const text = `{ accountCollection { edges { node { ...F0 } } } } ${bomb.join('\n')} fragment F11 on Account { id }`
    expect(await codeOf(text)).toBe('field_limit')
  })

  it('refuse too many fields, tokens and bytes', async () => {
    const fields = Array.from({ length: MAX_FIELDS / 4 }, (_, n) => `a${n}: id`).join(' ')
    const five = ['a', 'b', 'c', 'd', 'e'].map((key) => `${key}: firstBlog { ...Many }`).join(' ')
    const many = `{ accountCollection { edges { node { ${five} } } } } fragment Many on Blog { ${fields} }`
    expect(await codeOf(many)).toBe('field_limit')
    expect(await codeOf(`{ ${'id '.repeat(MAX_TOKENS)} }`)).toBe('syntax_error')
    const { status, body } = await api.send(JSON.stringify({ query: '#'.repeat(MAX_BODY_BYTES) }))
    expect({ status, code: body.errors[0].extensions.code }).toEqual({
      status: 413,
      code: 'body_too_large',
    })
  })

  it('also apply to introspection', async () => {
    const types = (levels: number): string =>
      levels === 0 ? 'name' : `fields { type { ${types(levels - 1)} } }`
    expect(await codeOf(`{ __schema { types { ${types(1)} } } }`)).toBeUndefined()
    expect(await codeOf(`{ __schema { types { ${types(4)} } } }`)).toBe('validation_failed')
  })
})

describe('hostile requests', () => {
  it.each<[string, string]>([
    ['no JSON', '{'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '1'],
    ['no query', '{}'],
    ['a query that is no text', '{"query": 1}'],
    ['variables that are no object', '{"query": "{ heartbeat }", "variables": [1]}'],
    ['an operation name that is no text', '{"query": "{ heartbeat }", "operationName": {}}'],
  ])('with %s as the body are told what is wrong, with 400', async (_name, payload) => {
    const { status, body } = await api.send(payload)
    expect(status).toBe(400)
    expect(body).toMatchObject({ data: null, errors: [{ message: expect.any(String) }] })
    expect(['malformed_json', 'invalid_request']).toContain(body.errors[0].extensions.code)
  })

  it.each<[string, string]>([
    ['an empty document', ''],
    ['an unfinished one', '{'],
    ['a type definition', 'type A { b: Int }'],
    ['a subscription', 'subscription { accountCollection { totalCount } }'],
    ['an unknown field', '{ nothing }'],
    ['an unknown directive', '{ heartbeat @nothing }'],
    ['an integer past 32 bits', '{ accountCollection(first: 99999999999) { totalCount } }'],
    ['an unknown argument', '{ accountCollection(limit: 1) { totalCount } }'],
    ['a missing selection', '{ accountCollection }'],
    ['deep lists', `{ joinWords(words: ${'['.repeat(3000)}${']'.repeat(3000)}) }`],
    [
      'deep objects',
      `{ accountCollection(filter: ${'{not: '.repeat(2000)}{}${'}'.repeat(2000)}) { totalCount } }`,
    ],
    ['NUL in text', '{ accountByEmail(email: "a\\u0000b") { id } }'],
    ['half a surrogate pair', '{ accountByEmail(email: "\\ud800") { id } }'],
    [
      'a huge number as text',
      `{ accountCollection(filter: {visits: {eq: "${'9'.repeat(5000)}"}}) { totalCount } }`,
    ],
    ['reserved words of programs', '{ __proto__ constructor toString }'],
  ])('that hold %s are refused with 200 and a code', async (_name, text) => {
    const { status, body } = await api.ask(text)
    expect(status).toBe(200)
    expect(body.data).toBeNull()
    expect(body.errors[0].extensions.code).toEqual(expect.any(String))
    expect(body.errors[0].extensions.code).not.toBe('internal_error')
  })

  it('can use JavaScript names as aliases', async () => {
    const { body } = await api.ask('{ __proto__: addNums(a: 1) constructor: addNums(a: 2) }')
    expect(JSON.stringify(body)).toBe('{"data":{"__proto__":11,"constructor":12}}')
  })

  it.each<[string, object]>([
    ['of a wrong type', { filter: { id: { eq: { a: 1 } } } }],
    ['of an unknown field', { filter: { nothing: { eq: 1 } } }],
    ['with NUL', { filter: { email: { eq: 'a\0b' } } }],
  ])('with variables %s are refused with 200', async (_name, variables) => {
    const text =
      'query ($filter: AccountFilter) { accountCollection(filter: $filter) { totalCount } }'
    const { status, body } = await api.ask(text, variables)
    expect(status).toBe(200)
    expect(body.errors[0].extensions.code).toEqual(expect.any(String))
  })

  it('with very deeply nested variables are refused with 200', async () => {
    const levels = 50_000
    const filter = '{"not":'.repeat(levels) + '{}' + '}'.repeat(levels)
    const text =
      'query ($filter: AccountFilter) { accountCollection(filter: $filter) { totalCount } }'
    const payload = `{"query": ${JSON.stringify(text)}, "variables": {"filter": ${filter}}}`
    const { status, body } = await api.send(payload)
    expect(status).toBe(200)
    expect(body.errors[0].extensions.code).toBe('depth_limit')
  })

  it('with more values than a statement can have are refused', async () => {
    const record = {
      email: 'a',
      nick: 'b',
      isAdmin: true,
      balance: 1,
      visits: 1,
      score: 1,
      profile: '1',
    }
    const more = {
      tags: [],
      bigNumbers: [],
      mood: 'happy',
      moods: [],
      born: 'now',
      createdAt: 'now',
    }
    const objects = Array.from({ length: 5000 }, () => ({ ...record, ...more }))
    const insert = 'insertIntoAccountCollection(objects: $o) { affectedCount }'
    const text = `mutation ($o: [AccountInsertInput!]!) { ${insert} }`
    const { status, body } = await api.ask(text, { o: objects })
    expect(status).toBe(200)
    expect(body.errors[0].extensions.code).toBe('value_limit')
  })

  it.each([
    ['a list of values', { values: Array.from({ length: 60_001 }, () => 1) }],
    ['empty objects', { values: Array.from({ length: 12_001 }, () => ({})) }],
    [
      'fields of an object',
      Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`v${at}`, 1])),
    ],
    [
      'fields of an inner object',
      { values: Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`v${at}`, 1])) },
    ],
  ])('with too many values in the variables are refused: %s', async (_name, variables) => {
    const error = await api.error('{ __typename }', variables)
    expect(error.extensions.code).toBe('value_limit')
  })

  it.each([
    ['a field', (at: number) => (at < 0 ? '' : '__typename ')],
    ['an alias', (at: number) => (at % 2 ? 'a: __typename ' : 'a: heartbeat ')],
    ['a collection', () => 'accountCollection { edges { node { id } } } '],
  ])('that repeat %s very often are refused', async (_name, field) => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => field(at)).join('')
    expect((await api.error(`{ ${many(101)} }`)).extensions.code).toBe('field_limit')
    const inFragment = `{ ...F } fragment F on Query { ${many(101)} }`
    expect((await api.error(inFragment)).extensions.code).toBe('field_limit')
  })

  it('with another method get an error that names POST', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      const response = await api.app.inject({ method, url: '/graphql/v1?query={heartbeat}' })
      expect(response.statusCode).toBe(405)
      expect(response.headers['allow']).toBe('POST')
      expect(response.json()).toMatchObject({
        errors: [{ extensions: { code: 'method_not_allowed' } }],
      })
    }
  })
})

describe('no value of a request', () => {
  const words = ["x'); drop table account; --", '$1', '"', '\\', "E'\\\\'", 'needle', '$$needle$$']

  it.each(words)('reaches the text of a statement: %j', async (word) => {
    const marked = `needle ${word}`
    api.statements.length = 0
    const text = `query ($w: String!, $ws: [String!]!, $c: Cursor, $f: AccountFilter) {
      a: accountCollection(filter: {email: {eq: $w}, nick: {in: $ws}, tags: {overlaps: $ws}}) { totalCount }
      b: accountCollection(filter: $f) { totalCount }
      c: accountCollection(filter: {or: [{email: {neq: $w}}, {email: {startsWith: ${JSON.stringify(marked)}}}]}, after: $c, orderBy: [{email: AscNullsLast}]) { edges { node { id } } pageInfo { hasPreviousPage } }
      accountByEmail(email: $w) { id }
      joinWords(words: $ws)
      node(nodeId: "${Buffer.from(JSON.stringify(['public', 'seat', marked, 1])).toString('base64')}") { nodeId }
    }`
    const cursor = Buffer.from(JSON.stringify([marked, 1])).toString('base64')
    const read = await api.ask(text, {
      w: marked,
      ws: [marked, word],
      c: cursor,
      f: { not: { nick: { eq: marked } } },
    })
    expect(read.body.errors).toBeUndefined()
    const change = `mutation ($o: [AccountInsertInput!]!, $w: String!) {
      insertIntoAccountCollection(objects: $o) { affectedCount }
      updateAccountCollection(set: {nick: $w}, filter: {email: {eq: $w}}) { affectedCount }
      deleteFromAccountCollection(filter: {email: {eq: $w}}) { records { email nick tags } }
    }`
    const { body } = await api.ask(change, {
      o: [{ email: marked, tags: [marked, word] }],
      w: marked,
    })
    expect(body.data.deleteFromAccountCollection.records).toEqual([
      { email: marked, nick: marked, tags: [marked, word] },
    ])
    expect(api.statements).toHaveLength(4)
    for (const statement of api.statements) expect(statement.text).not.toContain('needle')
  })
})
