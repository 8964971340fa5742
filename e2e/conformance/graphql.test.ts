import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleDatabase } from '../../server/test/sample-database/sample-database.ts'
import { askPlatform } from '../support/platform-api.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

let server: StartedServer
let project: ProjectInfo

beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Garden')
  const client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
  await client.query(sampleDatabase())
  await client.query(`
    comment on schema public is '@graphql({"inflect_names": true})';
    create table note (
      id bigint generated always as identity primary key,
      owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
      body text not null
    );
    alter table note enable row level security;
    create policy own on note for all to authenticated
      using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
  `)
  await client.end()
})
afterAll(() => discard(server))

type Answer = { data: Record<string, unknown> | null; errors?: { message: string }[] }

/** Sends a query like a plain HTTP client, with the project's key and an optional user token. */
async function ask(query: string, token?: string): Promise<Answer> {
  const response = await fetch(`${project.api_url}/graphql/v1`, {
    method: 'POST',
    headers: {
      apikey: project.publishable_key,
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query }),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Answer
}

async function signUp(email: string) {
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  const client = createClient(project.api_url, project.publishable_key, options)
  const { data } = await client.auth.signUp({ email, password: 'correct horse battery' })
  return { id: data.user?.id ?? '', token: data.session?.access_token ?? '' }
}

const NOTES = '{ noteCollection { edges { node { body } } } }'

describe('a project’s GraphQL API', () => {
  it('reads related tables of a real database', async () => {
    const query = `{ familyCollection(filter: {name: {eq: "Coridronaceae"}}) { edges { node {
      name speciesCollection(orderBy: [{name: AscNullsLast}]) { edges { node {
        name specimenCollection(first: 1) { edges { node { label } } pageInfo { hasNextPage } }
      } } }
    } } } }`
    const { data, errors } = await ask(query)
    expect(errors).toBeUndefined()
    expect(JSON.stringify(data)).toContain('Coridrona canescens')
  })

  it('returns each user their own rows, and a member those of the impersonated user', async () => {
    const ada = await signUp('ada@example.com')
    const bob = await signUp('bob@example.com')
    const insert = `mutation { insertIntoNoteCollection(objects: [{body: "mine"}]) { affectedCount } }`
    expect(await ask(insert, ada.token)).toEqual({
      data: { insertIntoNoteCollection: { affectedCount: 1 } },
    })
    const own = { data: { noteCollection: { edges: [{ node: { body: 'mine' } }] } } }
    const none = { data: { noteCollection: { edges: [] } } }
    expect(await ask(NOTES, ada.token)).toEqual(own)
    expect(await ask(NOTES, bob.token)).toEqual(none)
    const as = (userId: string) =>
      askPlatform(server, 'POST', `/projects/${project.ref}/graphql`, {
        query: NOTES,
        impersonate: { role: 'authenticated', userId },
      })
    expect(await as(ada.id)).toEqual(own)
    expect(await as(bob.id)).toEqual(none)
  })

  it('rejects requests without a key', async () => {
    const response = await fetch(`${project.api_url}/graphql/v1`, { method: 'POST', body: '{}' })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ data: null, errors: [{}] })
  })
})
