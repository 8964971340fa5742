import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, inject, it } from 'vitest'

const world = inject('attackWorld')
const [victim, other] = world.organizations
const [front, back] = victim.projects
const [foreign] = other.projects

const day = 86_400_000
const span = () => ({
  from: new Date(Date.now() - day).toISOString(),
  to: new Date(Date.now() + day).toISOString(),
})

async function ask(token: string, ref: string, sql: string) {
  const response = await fetch(`${world.url}/platform/logs/${ref}/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sql, ...span() }),
  })
  const body = (await response.json()) as { code?: string; hint?: string; rows?: unknown[][] }
  return { status: response.status, ...body }
}

const member = victim.people.read_only.token
const count = 'select count(*) as n from edge_logs'

describe('queries over the logs', () => {
  it('are closed to people of other organizations and to removed members', async () => {
    for (const { token } of [other.people.owner, victim.former])
      expect(await ask(token, front.ref, count)).toMatchObject({ status: 404 })
    expect(await ask('', front.ref, count)).toMatchObject({ status: 401 })
  })

  it('see only their own project, whose files no query can name', async () => {
    await fetch(`${front.apiUrl}/rest/v1/in-the-front-only`, { headers: { apikey: front.anonKey } })
    const texts = [
      `select * from read_text('../${front.ref}/edge_logs/*')`,
      `select * from glob('../*')`,
      `select * from '../${front.ref}/edge_logs/x.parquet'`,
      `select * from read_json('/proc/self/cwd/../${front.ref}/edge_logs/x.ndjson')`,
      `copy (select 1) to '../${front.ref}/edge_logs/x.parquet'`,
      `attach '../${front.ref}' as other`,
      `select * from read_text('/proc/self/environ') -- edge_logs`,
      `install httpfs`,
      `set enable_external_access = true`,
      `select current_setting('allowed_paths') from edge_logs`,
      `select * from 'http://127.0.0.1:1/x.csv'`,
      `select 1 from edge_logs; drop view edge_logs`,
    ]
    for (const sql of texts)
      expect([sql, await ask(member, back.ref, sql)]).toEqual([
        sql,
        expect.objectContaining({
          status: 400,
          code: expect.stringMatching(/^log_query_(?:refused|failed)$/),
          hint: expect.any(String),
        }),
      ])
    const all = await ask(member, back.ref, `select event_message from edge_logs`)
    expect(JSON.stringify(all.rows)).not.toContain('in-the-front-only')
  })

  it('end if they cost too much, without harm to another project', async () => {
    const expensive = ask(
      member,
      front.ref,
      `select length(repeat('x', 3000000000)) from edge_logs`,
    )
    expect(await ask(other.people.owner.token, foreign.ref, count)).toMatchObject({ status: 200 })
    expect(await expensive).toMatchObject({ status: 422, code: 'log_query_too_expensive' })
    expect(await ask(member, front.ref, count)).toMatchObject({ status: 200 })
  })

  it('wait in a queue of their own project, whose length is limited', async () => {
    const flood = await Promise.all(Array.from({ length: 80 }, () => ask(member, front.ref, count)))
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([200, 429]))
    expect(await ask(member, front.ref, count)).toMatchObject({ status: 200 })
  })

  it.runIf(process.getuid?.() === 0)(
    'run as an account of their own, without a network',
    async () => {
      await ask(member, front.ref, count)
      const processes = readdirSync('/proc').filter((pid) => {
        if (!/^\d+$/.test(pid)) return false
        try {
          return (
            readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/logs/query/child.ts') &&
            /^Uid:\s+(?!0\s)/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
          )
        } catch {
          // It has ended.
          return false
        }
      })
      expect(processes.length).toBeGreaterThan(0)
      for (const pid of processes) {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
        expect(status).toMatch(/^CapEff:\s+0+$/m)
        expect(status).toMatch(/^CapPrm:\s+0+$/m)
        const devices = readFileSync(`/proc/${pid}/net/dev`, 'utf8').split('\n').slice(2)
        expect(devices.map((line) => line.trim().split(':')[0]).filter(Boolean)).toEqual(['lo'])
      }
    },
  )
})
