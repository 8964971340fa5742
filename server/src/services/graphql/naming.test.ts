import { buildClientSchema, getIntrospectionQuery, isObjectType, type GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnName, functionName, isValidName, referenceName, typeName } from './model/names.ts'
import { readDirective, SchemaDirective, TableDirective } from './model/directives.ts'
import { createGraphqlApp, type GraphqlApp } from '../../../test/graphql/app.ts'

let api: GraphqlApp
let schema: GraphQLSchema
beforeAll(async () => {
  api = await createGraphqlApp(
    `
    create table account (id int primary key, email_address text, "wrong name" text);
    create table "BlogPost" (
      id int primary key,
      "ownerId" int references account (id),
      account_id int references account (id),
      account_no int references account (id)
    );
    create table "wrong name" (id int primary key);
    create table nothing ();
    create table "Query" (id int primary key);
    create table renamed (id int primary key);
    comment on table renamed is 'Words first. @graphql({"name": "Other", "description": "a ) b"}) and after';
    create table broken (id int primary key);
    comment on table broken is '@graphql({"name": ';
    create type plain as enum ('a', 'not a name');
    create type fine as enum ('a', 'b');
    create table kinds (id int primary key, plain plain, fine fine, place point, list int[][],
      short varchar(3), bytes bytea, pair account, span int4range, at time);
    create function "_fullName"(account) returns text language sql as 'select 1::text';
    create function some_thing(an_arg int) returns int language sql stable as 'select 1';

    create extension citext schema extensions;
    create domain short_word as text check (length(value) < 5);
    create domain words as text[];
    create domain feeling as fine;
    create table odd (
      id short_word primary key, name extensions.citext unique, words words, feeling feeling,
      code varchar(3)[], size numeric(5, 2)[], label "char", stamp timestamp, span interval
    );

    create schema api;
    grant usage on schema api to service_role;
    comment on schema api is '@graphql({"inflect_names": true})';
    create table api.account (id int primary key);
    create table api.account_holder (id int primary key, parent_id int references api.account_holder (id));
    grant all on all tables in schema api to service_role;
  `,
    { data_api: { exposed_schemas: ['public', 'api'] } },
  )
  schema = buildClientSchema(await api.data(getIntrospectionQuery()))
})
afterAll(() => api.stop())

function fields(type: string): Record<string, string> {
  const found = schema.getType(type)
  if (!isObjectType(found)) return {}
  return Object.fromEntries(
    Object.entries(found.getFields()).map(([name, field]) => [name, String(field.type)]),
  )
}

it('leaves out a table without columns', () => {
  expect(schema.getType('account')).toBeDefined()
  expect(schema.getType('nothing')).toBeUndefined()
})

describe('names', () => {
  it.each([
    ['blog_post', 'BlogPost', 'blogPost'],
    ['account', 'Account', 'account'],
    ['a__b', 'AB', 'aB'],
    ['_private_thing', 'PrivateThing', 'privateThing'],
    ['account_BY_email', 'AccountBYEmail', 'accountBYEmail'],
    ['v2_name', 'V2Name', 'v2Name'],
  ])('with inflection: %s', (name, type, column) => {
    expect(typeName(name, true)).toBe(type)
    expect(columnName(name, true)).toBe(column)
    expect(typeName(name, false)).toBe(name)
  })

  it('of functions lose an underscore and a capital at the start', () => {
    expect(functionName('_full_name', true)).toBe('fullName')
    expect(functionName('_FullName', false)).toBe('fullName')
    expect(functionName('some_thing', false)).toBe('some_thing')
  })

  it('of references are the column’s without its suffix, otherwise the table’s', () => {
    expect(referenceName(['owner_id'], 'Account', true)).toBe('owner')
    expect(referenceName(['ownerId'], 'Account', false)).toBe('owner')
    expect(referenceName(['owner_id'], 'Account', false)).toBe('account')
    expect(referenceName(['account_no'], 'Account', true)).toBe('account')
    expect(referenceName(['a_id', 'b_id'], 'Account', true)).toBe('account')
    expect(referenceName(['_id'], 'Account', true)).toBe('account')
  })

  it('that are invalid in GraphQL are rejected', () => {
    for (const name of ['', '1a', 'a b', '__a', 'ä', 'a-b']) expect(isValidName(name)).toBe(false)
  })
})

describe('directives', () => {
  it('are found anywhere in a comment, and can contain brackets', () => {
    const comment = 'Words (such) @graphql({"name": "A", "description": "x) y"}) more)'
    expect(readDirective(comment, TableDirective)).toEqual({ name: 'A', description: 'x) y' })
  })

  it('have no effect if they are invalid', () => {
    for (const comment of [
      null,
      '',
      '@graphql(',
      '@graphql({)',
      '@graphql([])',
      '@graphql({"max_rows": "x"})',
    ])
      expect(readDirective(comment, SchemaDirective)).toEqual({})
  })
})

describe('a schema without inflection', () => {
  it('keeps the names of tables and columns, and begins fields with a small letter', () => {
    expect(fields('Query')).toMatchObject({
      accountCollection: 'accountConnection!',
      blogPostCollection: 'BlogPostConnection!',
      some_thing: 'Int',
    })
    expect(fields('account')).toEqual({
      nodeId: 'ID!',
      id: 'Int!',
      email_address: 'String',
      blogPostCollection: 'BlogPostConnection',
      fullName: 'String',
    })
    expect(Object.keys(fields('Mutation'))).toContain('insertIntoBlogPostCollection')
  })

  it('names each key once, columns first', () => {
    expect(fields('BlogPost')).toEqual({
      nodeId: 'ID!',
      id: 'Int!',
      ownerId: 'Int',
      account_id: 'Int',
      account_no: 'Int',
      owner: 'account',
      account: 'account',
    })
  })

  it('omits names that are invalid in GraphQL, and avoids the names of its own types', () => {
    const names = Object.keys(fields('Query'))
    expect(names.filter((name) => !name.endsWith('ByPk'))).toEqual([
      'accountCollection',
      'accountHolderCollection',
      'blogPostCollection',
      'brokenCollection',
      'heartbeat',
      'kindsCollection',
      'node',
      'oddCollection',
      'otherCollection',
      'queryCollection',
      'some_thing',
    ])
  })

  it('has a GraphQL type for every SQL type', () => {
    expect(fields('kinds')).toEqual({
      nodeId: 'ID!',
      id: 'Int!',
      plain: 'Opaque',
      fine: 'fine',
      place: 'Opaque',
      list: '[Int]',
      short: 'String',
      bytes: 'Opaque',
      span: 'Opaque',
      at: 'Time',
    })
    expect(schema.getType('Other')?.description).toBe('a ) b')
  })

  it('reads and writes unknown types as text', async () => {
    const query = `mutation { insertIntokindsCollection(objects: [
      {id: 1, plain: "not a name", fine: b, place: "(1,2)", bytes: "\\\\x00ff", span: "[1,3)", at: "10:20"}
    ]) { records { plain fine place bytes span at list } } }`
    expect((await api.data(query)).insertIntokindsCollection.records).toEqual([
      {
        plain: 'not a name',
        fine: 'b',
        place: '(1,2)',
        bytes: '\\x00ff',
        span: '[1,3)',
        at: '10:20:00',
        list: null,
      },
    ])
  })
})

describe('domains and types of extensions', () => {
  it('are read, written, compared and ordered like their base types', async () => {
    expect(fields('odd')).toEqual({
      nodeId: 'ID!',
      id: 'String!',
      name: 'String',
      words: '[String]',
      feeling: 'fine',
      code: '[String]',
      size: '[BigFloat]',
      label: 'String',
      stamp: 'Datetime',
      span: 'Opaque',
    })
    const insert = `mutation { insertIntooddCollection(objects: [
      {id: "b", name: "Bob", words: ["x", "y"], feeling: b, code: ["abc"], size: [1, "2.5"], label: "l", stamp: "2024-01-01 10:00", span: "1 day"},
      {id: "a", name: "ADA", words: []}
    ]) { records { id name words feeling code size label stamp span nodeId } } }`
    const { records } = (await api.data(insert)).insertIntooddCollection
    expect(records[0]).toMatchObject({
      id: 'b',
      name: 'Bob',
      words: ['x', 'y'],
      feeling: 'b',
      code: ['abc'],
      size: ['1.00', '2.50'],
      label: 'l',
      stamp: '2024-01-01T10:00:00',
      span: '1 day',
    })
    const find = async (filter: string) => {
      const query = `{ oddCollection(filter: ${filter}, orderBy: [{name: AscNullsLast}]) { edges { node { id } } } }`
      const { edges } = (await api.data(query)).oddCollection
      return edges.map(({ node }: { node: { id: string } }) => node.id)
    }
    expect(await find('{name: {in: ["bob", "ada"]}}')).toEqual(['a', 'b'])
    expect(await find('{name: {eq: "ada"}}')).toEqual(['a'])
    expect(await find('{id: {in: ["a", "c"]}}')).toEqual(['a'])
    expect(await find('{id: {gt: "a"}, words: {contains: ["y"]}}')).toEqual(['b'])
    expect(await find('{feeling: {in: [a, b]}, code: {overlaps: ["abc"]}}')).toEqual(['b'])
    expect(await find(`{nodeId: {eq: "${records[0].nodeId}"}}`)).toEqual(['b'])
    expect(await find('{id: {eq: "too long"}}')).toEqual([])
    const text =
      'mutation { insertIntooddCollection(objects: [{id: "c", code: ["abcd"]}]) { affectedCount } }'
    expect((await api.error(text)).extensions.code).toBe('22001')
  })
})

describe('a second schema', () => {
  it('is hidden from introspection if its comment says so, but can still be queried', async () => {
    await api.test.run(
      `comment on schema api is '@graphql({"inflect_names": true, "introspection": false})'`,
    )
    const shown = buildClientSchema(await api.data(getIntrospectionQuery()))
    expect(shown.getType('AccountHolder')).toBeUndefined()
    expect(shown.getType('BlogPost')).toBeDefined()
    const { __type } = await api.data('{ __type(name: "AccountHolder") { name } }')
    expect(__type).toBeNull()
    expect(await api.data('{ accountHolderCollection { edges { cursor } } }')).toEqual({
      accountHolderCollection: { edges: [] },
    })
  })

  it('has its own inflection, and loses names that the first schema has', () => {
    expect(fields('AccountHolder')).toEqual({
      nodeId: 'ID!',
      id: 'Int!',
      parentId: 'Int',
      parent: 'AccountHolder',
      accountHolderCollection: 'AccountHolderConnection',
    })
    expect(fields('Query')['accountCollection']).toBe('accountConnection!')
  })
})
