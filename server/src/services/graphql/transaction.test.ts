import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSettings } from '../../project/settings.ts'
import { createGraphqlApp, type GraphqlApp } from './test-app.ts'

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
    createSettings({ data_api: { db_pre_request: 'private.gate' } }),
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

  it('lets everybody else ask and change, several things at once', async () => {
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
      createSettings({ data_api: { db_tx_end: 'rollback' } }),
    )
  })
  afterAll(() => rehearsal.stop())

  it('answers a change as if it were made, and keeps nothing of it', async () => {
    const insert = 'mutation { insertIntonoteCollection(objects: [{ id: 1 }]) { records { id } } }'
    const answer = { insertIntonoteCollection: { records: [{ id: 1 }] } }
    expect(await rehearsal.data(insert)).toEqual(answer)
    expect(await rehearsal.data(insert)).toEqual(answer)
    const { noteCollection } = await rehearsal.data('{ noteCollection { edges { node { id } } } }')
    expect(noteCollection.edges).toEqual([])
  })
})
