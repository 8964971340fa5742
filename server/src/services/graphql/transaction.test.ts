import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGraphqlApp, type GraphqlApp } from '../../../test/graphql/app.ts'

let api: GraphqlApp
beforeAll(async () => {
  api = await createGraphqlApp(
    `
    create table note (id int primary key, body text);
    create schema private;
    grant usage on schema private to public;
    create function private.gate() returns void language plpgsql as $$
      begin
        if current_setting('request.jwt.claims')::json ->> 'sub' = 'blocked' then
          raise sqlstate 'PT403' using message = 'refused at the gate';
        end if;
      end $$;
    grant all on note to authenticated;
    insert into note values (1, 'one');
  `,
    { data_api: { db_pre_request: 'private.gate' } },
  )
})
afterAll(() => api.stop())

describe('the pre-request function', () => {
  const blocked = { role: 'authenticated', sub: 'blocked' }
  const allowed = { role: 'authenticated', sub: 'allowed' }

  it.each([
    '{ noteCollection { edges { node { body } } } }',
    'mutation { insertIntonoteCollection(objects: [{ id: 2 }]) { affectedCount } }',
    'mutation { updatenoteCollection(set: { body: "two" }) { affectedCount } }',
    '{ __schema { types { name } } }',
    '{ __typename }',
  ])('refuses %s', async (query) => {
    const { body } = await api.ask(query, {}, blocked)
    expect(body).toMatchObject({
      data: null,
      errors: [{ message: 'refused at the gate', extensions: { code: 'PT403' } }],
    })
  })

  it('allows other callers to query and change several things at once', async () => {
    const change = `mutation {
      a: insertIntonoteCollection(objects: [{ id: 3, body: "three" }]) { affectedCount }
      b: updatenoteCollection(set: { body: "3" }, filter: { id: { eq: 3 } }) { records { body } }
    }`
    expect(await api.data(change, {}, allowed)).toEqual({
      a: { affectedCount: 1 },
      b: { records: [{ body: '3' }] },
    })
    const read = '{ __typename noteCollection { edges { node { id body } } } }'
    expect((await api.data(read, {}, allowed)).noteCollection.edges).toEqual([
      { node: { id: 1, body: 'one' } },
      { node: { id: 3, body: '3' } },
    ])
  })
})

describe('a project whose transactions are rolled back', () => {
  let rehearsal: GraphqlApp
  beforeAll(async () => {
    rehearsal = await createGraphqlApp(
      `create table note (id int primary key); grant all on note to service_role`,
      { data_api: { db_tx_end: 'rollback' } },
    )
  })
  afterAll(() => rehearsal.stop())

  it('returns the result of a change without keeping it', async () => {
    const insert = 'mutation { insertIntonoteCollection(objects: [{ id: 1 }]) { records { id } } }'
    const answer = { insertIntonoteCollection: { records: [{ id: 1 }] } }
    expect(await rehearsal.data(insert)).toEqual(answer)
    expect(await rehearsal.data(insert)).toEqual(answer)
    const { noteCollection } = await rehearsal.data('{ noteCollection { edges { node { id } } } }')
    expect(noteCollection.edges).toEqual([])
  })
})

// A gate that is set in SQL applies to both APIs of a project.
describe('settings of the database itself', () => {
  const gate = `
    create table note (id int primary key);
    grant all on note to authenticated;
    insert into note values (1), (2), (3);
    create function public.gate() returns void language plpgsql as $$
      begin
        raise sqlstate 'PT403' using message = 'refused at the gate';
      end $$;`
  const who = { role: 'authenticated', sub: 'ada' }
  const read = '{ noteCollection { edges { node { id } } } }'
  const insert = 'mutation { insertIntonoteCollection(objects: [{ id: 9 }]) { affectedCount } }'
  let own: GraphqlApp
  beforeAll(async () => {
    own = await createGraphqlApp(gate)
  })
  afterAll(() => own.stop())
  const set = (change: string) => own.test.run(`${change}; notify pgrst, 'reload config'`)
  const ids = async () =>
    (await own.data(read, {}, who)).noteCollection.edges.map(
      ({ node }: { node: { id: number } }) => node.id,
    )

  it.each(['alter role authenticator', 'alter role authenticator in database postgres'])(
    'run the pre-request function that %s sets, until it is reset',
    async (alter) => {
      expect(await ids()).toEqual([1, 2, 3])
      await set(`${alter} set pgrst.db_pre_request = 'public.gate'`)
      for (const query of [read, insert, '{ __typename }'])
        expect(await own.error(query, {}, who)).toMatchObject({ message: 'refused at the gate' })
      await set(`${alter} reset pgrst.db_pre_request`)
      expect(await ids()).toEqual([1, 2, 3])
    },
  )

  it('run the pre-request function that alter database sets', async () => {
    const alter = 'alter database postgres'
    await own.test.run(
      `${alter} set pgrst.db_pre_request = 'public.gate'; notify pgrst`,
      'supabase_admin',
    )
    expect(await own.error(read, {}, who)).toMatchObject({ message: 'refused at the gate' })
    await own.test.run(`${alter} reset pgrst.db_pre_request; notify pgrst`, 'supabase_admin')
    expect(await ids()).toEqual([1, 2, 3])
  })

  it('limit rows, expose schemas and end transactions', async () => {
    await set("alter role authenticator set pgrst.db_max_rows = '2'")
    expect(await ids()).toEqual([1, 2])
    await set("alter role authenticator set pgrst.db_tx_end = 'rollback'")
    expect(await own.error(insert, {}, who)).toBeUndefined()
    await set("alter role authenticator set pgrst.db_schemas = 'extensions'")
    expect(await own.error(read, {}, who)).toMatchObject({
      extensions: { code: 'validation_failed' },
    })
    await set('alter role authenticator reset all')
    expect(await ids()).toEqual([1, 2, 3])
  })
})
