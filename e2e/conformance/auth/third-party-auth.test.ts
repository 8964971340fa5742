import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../server/test/identity-provider.ts'
import { askPlatform, operatorToken } from '../../support/platform-api.ts'
import { inDatabase } from '../../support/project.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../../support/server.ts'

const CALLBACK = 'https://app.example.com/callback'

let server: StartedServer
let project: ProjectInfo
let provider: IdentityProvider

beforeAll(async () => {
  // The identity provider of these tests is at a loopback address.
  server = await startServer({ env: { STOA_ALLOW_PRIVATE_ADDRESSES: 'on' } })
  project = await createProject(server, 'Third party')
  provider = await startIdentityProvider(CALLBACK)
  await inDatabase(project, (database) =>
    database.query(`
      create table note (id int primary key, owner text default auth.jwt() ->> 'sub');
      alter table note enable row level security;
      create policy own on note to authenticated
        using (owner = auth.jwt() ->> 'sub') with check (owner = auth.jwt() ->> 'sub');
      insert into note values (1, 'ada'), (2, 'bo');
      insert into storage.buckets (id, name) values ('files', 'files');
      create policy own on storage.objects to authenticated
        using (owner_id = auth.jwt() ->> 'sub') with check (bucket_id = 'files');
      create policy listen on realtime.messages for select to authenticated
        using (auth.jwt() ->> 'sub' = 'ada')`),
  )
})
afterAll(async () => {
  await provider.stop()
  await discard(server)
})

/** The ID token that the provider issues to a person who signs in there. */
async function tokenOf(person: string, claims: object): Promise<string> {
  provider.people.set(person, { ...claims })
  const asked = new URLSearchParams({
    client_id: provider.clientId,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid profile',
    login_hint: person,
  })
  const back = await provider.visit(`${provider.issuer}/auth?${asked.toString()}`)
  const response = await fetch(`${provider.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: CALLBACK,
      client_id: provider.clientId,
      client_secret: provider.secret,
    }),
  })
  const { id_token: token } = (await response.json()) as { id_token: string }
  return token
}

/** Calls the Management API, below the integrations of the project. */
async function manage(method: string, path = '', body?: object): Promise<object & { id: string }> {
  const response = await fetch(
    `${server.url}/v1/projects/${project.ref}/config/auth/third-party-auth${path}`,
    {
      method,
      headers: {
        authorization: `Bearer ${await operatorToken(server)}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    },
  )
  expect(response.ok).toBe(true)
  return (await response.json()) as object & { id: string }
}

const clientOf = (token: string) =>
  createClient(project.api_url, project.publishable_key, { accessToken: async () => token })

/** A user whose ID at the other service equals an account's ID here is not that account. */
async function keepsRequestsApart(): Promise<void> {
  const account = { email: 'cy@example.com', password: 'a long password 17' }
  const { auth } = createClient(project.api_url, project.service_role_key)
  const created = await auth.admin.createUser({ ...account, email_confirm: true })
  const id = created.data.user?.id ?? ''
  const namesake = clientOf(await tokenOf(id, { role: 'authenticated' }))
  expect((await namesake.from('note').select('id')).status).toBe(200)
  const own = createClient(project.api_url, project.publishable_key)
  await own.auth.signInWithPassword(account)
  expect((await own.from('note').select('owner')).status).toBe(200)
  const requests = () =>
    askPlatform<object[]>(server, 'GET', `/auth/${project.ref}/users/${id}/requests`)
  await expect.poll(requests).toMatchObject([{ service: 'rest', path: '/rest/v1/note' }])
}

it('accepts the users of another OpenID provider in every API, until it is removed', async () => {
  const token = await tokenOf('ada', { role: 'authenticated' })
  const ada = clientOf(token)
  expect((await ada.from('note').select('id')).status).toBe(401)

  const made = await manage('POST', '', { oidc_issuer_url: provider.issuer })
  expect(made).toMatchObject({
    type: 'oidc',
    oidc_issuer_url: provider.issuer,
    jwks_url: null,
    resolved_jwks: { keys: [{ kty: 'RSA' }] },
  })
  expect(await manage('GET')).toEqual([made])
  expect(await manage('GET', `/${made.id}`)).toEqual(made)

  expect((await ada.from('note').select('id')).data).toEqual([{ id: 1 }])
  expect((await ada.from('note').insert({ id: 3 }).select('owner')).data).toEqual([
    { owner: 'ada' },
  ])
  const upload = await ada.storage.from('files').upload('a.txt', 'text')
  expect(upload.error).toBeNull()
  expect((await ada.storage.from('files').list()).data).toMatchObject([{ name: 'a.txt' }])
  const channel = ada.channel('room', { config: { private: true } })
  const status = await new Promise((resolve) => channel.subscribe(resolve))
  expect(status).toBe('SUBSCRIBED')
  await ada.removeAllChannels()
  // The person has no account here, whatever the ID in the token is.
  const user = await fetch(`${project.api_url}/auth/v1/user`, {
    headers: { apikey: project.publishable_key, authorization: `Bearer ${token}` },
  })
  expect([user.status, (await user.json()).error_code]).toEqual([403, 'bad_jwt'])

  await keepsRequestsApart()

  const withoutRole = await tokenOf('bo', {})
  expect((await clientOf(withoutRole).from('note').select('id')).data).toEqual([])
  const asService = await tokenOf('eve', { role: 'service_role' })
  expect((await clientOf(asService).from('note').select('id')).status).toBe(401)

  expect(await manage('DELETE', `/${made.id}`)).toMatchObject({ id: made.id })
  expect((await ada.from('note').select('id')).status).toBe(401)
})
