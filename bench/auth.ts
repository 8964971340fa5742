import { realpath } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { askPlatform } from '../e2e/support/platform-api.ts'
import { createProject, discard, startServer } from '../e2e/support/server.ts'
import { startContender } from './contender.ts'
import { atLeast, told, type Finding } from './finding.ts'
import { measureRate, median } from './load.ts'
import { headersOf, runSql } from './rest-setup.ts'
import { findSocketDir } from './sockets.ts'
import { measureUserSearch } from './users.ts'

const CLIENTS = 16
const ROUNDS = 5
const SECONDS = 2
const PASSWORD = 'correct horse battery'

/**
 * Measures the refreshing of sessions, reads beside people who sign in with passwords and, in a long
 * run, searches among a million users.
 */
export async function measureAuth({ isLong }: { isLong: boolean }): Promise<readonly Finding[]> {
  const server = await startServer()
  const project = await createProject(server, 'Accounts')
  await askPlatform(server, 'PATCH', `/projects/${project.ref}/config/auth`, {
    mailer_autoconfirm: true,
    rate_limit_token_refresh: 32_767,
  })
  await runSql(
    project,
    `create table item (id int primary key); insert into item values (1);
     grant select on item to anon;
     create table bare_user (id uuid primary key default gen_random_uuid(), email text, metadata jsonb);
     create table bare_session (id uuid primary key default gen_random_uuid(),
       user_id uuid references bare_user, refreshed_at timestamptz);
     create table bare_token (token text primary key, session_id uuid references bare_session,
       revoked boolean not null default false);
     create index on bare_token (session_id);
     create table bare_identity (user_id uuid primary key references bare_user, data jsonb);
     create table bare_method (session_id uuid primary key references bare_session, method text);
     create table bare_audit (id bigint generated always as identity primary key, payload jsonb);
     insert into bare_user (email, metadata)
       select 'person' || n || '@example.com', '{}' from generate_series(1, ${CLIENTS}) as n;
     insert into bare_session (user_id) select id from bare_user;
     insert into bare_identity select id, '{}' from bare_user;
     insert into bare_method select id, 'password' from bare_session;
     insert into bare_token (token, session_id) select id::text, id from bare_session`,
  )
  const bare = await startContender('bare-token-server.ts', {
    SOCKET_DIR: await findSocketDir(
      await realpath(path.join(server.dataDir, 'clusters')),
      project.ref,
    ),
    PASSWORD: new URL(project.connection_string).password,
    SECRET: project.jwt_secret,
  })
  try {
    const headers = { apikey: project.publishable_key, 'content-type': 'application/json' }
    const auth = `${project.api_url}/auth/v1`
    const signedUp = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, at) => {
        const body = { email: `person${at + 1}@example.com`, password: PASSWORD }
        return post(`${auth}/signup`, headers, body)
      }),
    )
    const ours = signedUp.map(({ refresh_token: token }) => token)
    const theirs = await tokensOf(project.connection_string)
    const url = `${auth}/token?grant_type=refresh_token`
    const ratios: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const mine = await refreshRate(url, headers, ours)
      const other = await refreshRate(bare.url, headers, theirs)
      // The first round warms both up.
      if (round > 0) ratios.push(mine / other)
    }
    const reads = {
      url: `${project.api_url}/rest/v1/item?select=id`,
      headers: headersOf(project),
      connections: 8,
      seconds: SECONDS,
    }
    await measureRate(reads)
    const kept: number[] = []
    const signIns: number[] = []
    let before = await measureRate(reads)
    for (let round = 0; round < ROUNDS; round += 1) {
      const storm = startStorm(`${auth}/token?grant_type=password`, headers)
      const beside = await measureRate(reads)
      signIns.push((await storm.stop()) / SECONDS)
      // Reads before and after, so that other load on the machine counts less.
      const after = await measureRate(reads)
      kept.push(beside / ((before + after) / 2))
      before = after
    }
    return [
      atLeast('refreshing a session against a bare Node handler', median(ratios), 'x', 0.5),
      atLeast('REST reads beside people who sign in', median(kept), 'x', 0.9),
      told('sign-ins beside those reads', median(signIns), 'req/s'),
      ...(isLong ? await measureUserSearch(server) : []),
    ]
  } finally {
    await bare.stop()
    await discard(server)
  }
}

async function tokensOf(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ token: string }>('select token from bare_token')
  await client.end()
  return rows.map(({ token }) => token)
}

type Session = { readonly refresh_token: string }

async function post(url: string, headers: Record<string, string>, body: object): Promise<Session> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${await response.text()}`)
  return (await response.json()) as Session
}

/** Refreshes per second. Every client refreshes its own session again and again; `tokens` are replaced. */
async function refreshRate(
  url: string,
  headers: Record<string, string>,
  tokens: string[],
): Promise<number> {
  const started = performance.now()
  const end = started + SECONDS * 1000
  let refreshed = 0
  await Promise.all(
    tokens.map(async (_, at) => {
      while (performance.now() < end) {
        const next = await post(url, headers, { refresh_token: tokens[at] })
        tokens[at] = next.refresh_token
        refreshed += 1
      }
    }),
  )
  return (refreshed / (performance.now() - started)) * 1000
}

/** Two people sign in again and again, until `stop`. */
function startStorm(url: string, headers: Record<string, string>) {
  let isOver = false
  let signedIn = 0
  const people = [1, 2].map(async (person) => {
    while (!isOver) {
      await post(url, headers, { email: `person${person}@example.com`, password: PASSWORD })
      signedIn += 1
    }
  })
  return {
    /** Returns how many have signed in. */
    async stop(): Promise<number> {
      const count = signedIn
      isOver = true
      await Promise.all(people)
      return count
    },
  }
}
