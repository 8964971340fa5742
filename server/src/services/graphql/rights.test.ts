import { buildClientSchema, getIntrospectionQuery, type GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGraphqlApp, type GraphqlApp, type Who } from '../../../test/graphql/app.ts'

const ADA = '00000000-0000-4000-8000-00000000000a'
const BOB = '00000000-0000-4000-8000-00000000000b'
const ada: Who = { role: 'authenticated', sub: ADA }
const bob: Who = { role: 'authenticated', sub: BOB }
const anon: Who = { role: 'anon' }

let api: GraphqlApp
beforeAll(async () => {
  api = await createGraphqlApp(`
    create table note (
      id int primary key,
      owner uuid not null default auth.uid(),
      word text,
      secret text default 'hidden'
    );
    alter table note enable row level security;
    create policy own on note for all to authenticated
      using (owner = auth.uid()) with check (owner = auth.uid());
    insert into note values (1, '${ADA}', 'ada 1'), (2, '${ADA}', 'ada 2'), (3, '${BOB}', 'bob 1');
    comment on table note is '@graphql({"totalCount": {"enabled": true}})';
    revoke all on note from anon, authenticated;
    grant select (id, owner, word), insert (id, word, secret), update (word), delete on note
      to authenticated;

    create table comment (id int primary key, note_id int not null references note (id) on delete cascade, word text);
    insert into comment values (1, 1, 'of ada 1'), (2, 3, 'of bob 1');
    revoke insert, update, delete on comment from anon;

    create function whole_word(n note) returns text language sql stable as 'select n.word';
    create function _secret_length(n note) returns int language sql stable
      as 'select length(n.secret)';
    create function for_service() returns int language sql stable as 'select 1';
    revoke execute on function for_service() from public, anon, authenticated;
    create function late() returns int language plpgsql stable
      as $$begin perform pg_sleep(10); return 1; end$$;
  `)
})
afterAll(() => api.stop())

const schemaOf = async (who?: Who): Promise<GraphQLSchema> =>
  buildClientSchema(await api.data(getIntrospectionQuery(), undefined, who))

function fieldsOf(schema: GraphQLSchema, type: string): string[] {
  const found = schema.getType(type)
  return found && 'getFields' in found ? Object.keys(found.getFields()) : []
}

describe('row level security', () => {
  it('shows each person their own rows, counts and relationships', async () => {
    const query = `{ noteCollection { totalCount edges { node { word commentCollection { edges { node { word } } } } } } }`
    expect((await api.data(query, {}, ada)).noteCollection).toEqual({
      totalCount: 2,
      edges: [
        { node: { word: 'ada 1', commentCollection: { edges: [{ node: { word: 'of ada 1' } }] } } },
        { node: { word: 'ada 2', commentCollection: { edges: [] } } },
      ],
    })
    expect((await api.data(query, {}, bob)).noteCollection.totalCount).toBe(1)
  })

  it('hides a referenced record and its nodeId', async () => {
    const query = '{ commentCollection { edges { node { id note { word } } } } }'
    expect((await api.data(query, {}, bob)).commentCollection.edges).toEqual([
      { node: { id: 1, note: null } },
      { node: { id: 2, note: { word: 'bob 1' } } },
    ])
    const id = Buffer.from('["public", "note", 1]').toString('base64')
    const node = `{ node(nodeId: "${id}") { nodeId } }`
    expect((await api.data(node, {}, ada)).node).toEqual({ nodeId: id })
    expect((await api.data(node, {}, bob)).node).toBeNull()
  })

  it('prevents changes to other people’s rows', async () => {
    const update = `mutation { updatenoteCollection(set: {word: "mine"}, filter: {id: {eq: 1}}) { affectedCount } }`
    expect((await api.data(update, {}, bob)).updatenoteCollection.affectedCount).toBe(0)
    const remove = `mutation { deleteFromnoteCollection(filter: {id: {in: [1, 2, 3]}}, atMost: 3) { records { id } } }`
    expect((await api.data(remove, {}, bob)).deleteFromnoteCollection.records).toEqual([{ id: 3 }])
    await api.test.run(`insert into note values (3, '${BOB}', 'bob 1') on conflict do nothing`)
  })

  it('records the person who adds a row as its owner', async () => {
    const insert = `mutation { insertIntonoteCollection(objects: [{id: 10, word: "new", secret: "s"}]) { affectedCount records { id owner } } }`
    expect((await api.data(insert, {}, ada)).insertIntonoteCollection).toEqual({
      affectedCount: 1,
      records: [{ id: 10, owner: ADA }],
    })
    await api.test.run('delete from note where id = 10')
  })
})

describe('the schema of a role', () => {
  it('contains only the columns it may read and the changes it may make', async () => {
    const schema = await schemaOf(ada)
    expect(fieldsOf(schema, 'note')).toEqual(['nodeId', 'id', 'owner', 'word', 'commentCollection'])
    expect(fieldsOf(schema, 'noteFilter')).not.toContain('secret')
    expect(fieldsOf(schema, 'noteOrderBy')).not.toContain('secret')
    expect(fieldsOf(schema, 'noteInsertInput')).toEqual(['id', 'word', 'secret'])
    expect(fieldsOf(schema, 'noteUpdateInput')).toEqual(['word'])
    expect(fieldsOf(schema, 'Query')).not.toContain('for_service')
  })

  it('does not contain tables it may not read', async () => {
    const schema = await schemaOf(anon)
    expect(schema.getType('note')).toBeUndefined()
    expect(fieldsOf(schema, 'comment')).toEqual(['nodeId', 'id', 'note_id', 'word'])
    expect(fieldsOf(schema, 'Mutation')).toEqual([])
    expect(await api.error('{ noteCollection { totalCount } }', {}, anon)).toMatchObject({
      message: expect.stringContaining('Cannot query field "noteCollection"'),
      extensions: { code: 'validation_failed' },
    })
    const change = 'mutation { deleteFromcommentCollection { affectedCount } }'
    expect((await api.error(change, {}, anon)).extensions.code).toBe('unsupported_operation')
  })

  it('contains fields computed from a whole row only if all of it may be read', async () => {
    expect(fieldsOf(await schemaOf(), 'note')).toContain('secret_length')
    expect(fieldsOf(await schemaOf(ada), 'note')).not.toContain('secret_length')
  })

  it('follows granted and revoked privileges', async () => {
    const query = '{ for_service }'
    expect((await api.error(query, {}, ada)).extensions.code).toBe('validation_failed')
    await api.test.run('grant execute on function for_service() to authenticated')
    expect(await api.data(query, {}, ada)).toEqual({ for_service: 1 })
    await api.test.run('revoke execute on function for_service() from authenticated')
    expect(fieldsOf(await schemaOf(ada), 'Query')).not.toContain('for_service')
  })

  it('does not reveal a hidden column in hints of errors', async () => {
    const error = await api.error('{ noteCollection { edges { node { secre } } } }', {}, ada)
    expect(error.message).not.toContain('secret')
  })

  it('is refused for a role that does not exist', async () => {
    expect((await api.error('{ heartbeat }', {}, { role: 'nobody' })).extensions.code).toBe('22023')
  })
})

describe('a request', () => {
  it('runs with the claims and settings of its caller', async () => {
    await api.test.run(`create function told() returns text language sql stable as $$
      select concat_ws(' ', current_user, auth.uid(), current_setting('request.method'),
        current_setting('request.headers')::json ->> 'content-type') $$`)
    expect((await api.data('{ told }', {}, ada)).told).toBe(
      `authenticated ${ADA} POST application/json`,
    )
  })

  it('is rejected if the project’s Data API is disabled', async () => {
    api.test.changeSettings({ data_api: { enabled: false } })
    const { status, body } = await api.ask('{ heartbeat }')
    api.test.changeSettings({ data_api: { enabled: true } })
    expect({ status, code: body.errors[0].extensions.code }).toEqual({
      status: 403,
      code: 'data_api_disabled',
    })
  })

  it('ends at its role’s statement timeout', async () => {
    await api.test.run("alter role anon set statement_timeout = '50ms'")
    await api.test.run('create table reread (id int primary key)')
    expect((await api.error('{ reread: late }', {}, anon)).extensions.code).toBe('57014')
  })
})
