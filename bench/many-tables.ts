import { setTimeout as pause } from 'node:timers/promises'
import { createProject, type ProjectInfo } from '../e2e/support/server.ts'
import { atLeast, atMost, type Finding } from './finding.ts'
import { measureLatencies } from './latency.ts'
import { compareRates, median, percentile } from './load.ts'
import { headersOf, runSql, type RestSetup } from './rest-setup.ts'

export const TABLES = 5000
/** Tables per transaction, which is limited because a transaction locks every table it creates. */
const AT_ONCE = 500
const RATE = 200
const load = { connections: 16, seconds: 0.4 }

/** Measures how long reading a schema of 5,000 tables takes and whether it slows down requests. */
export async function measureManyTables(setup: RestSetup): Promise<readonly Finding[]> {
  const project = await createProject(setup.server, 'Many')
  await runSql(project, 'create table plain (id int primary key, name text)', ...manyTables())
  await runSql(setup.project, 'create table plain (id int primary key, name text)')
  const ask = 'rest/v1/plain?select=id,name&limit=20'
  const many = { ...load, url: `${project.api_url}/${ask}`, headers: headersOf(project) }
  const few = { ...load, url: `${setup.project.api_url}/${ask}`, headers: setup.headers }
  const read: number[] = []
  for (let round = 0; round < 3; round += 1) read.push(await timeNewTable(project, round))
  // The pause lets schema reloads from creating the tables finish.
  await pause(2 * median(read))
  const { ratios } = await compareRates([many, few], 9)
  const quiet = await measureLatencies({ ...many, seconds: 3, rate: RATE })
  const reloading = measureLatencies({ ...many, seconds: 3, rate: RATE })
  await runSql(project, 'create table another (id int)')
  const busy = await reloading
  const slowest = percentile(busy, 1) - percentile(quiet, 1)
  return [
    atMost('reading a schema of 5,000 tables', median(read) / 1000, 's', 2),
    atLeast('REST read beside 5,000 tables against beside few', ratios[0] ?? 0, 'x', 0.95),
    atMost('the slowest read while that schema is read again, more', slowest / 1000, 's', 0.1),
  ]
}

export function manyTables(): readonly string[] {
  return Array.from({ length: TABLES / AT_ONCE }, (_, part) => {
    const first = part * AT_ONCE + 1
    return `do $$ begin
      for n in ${first} .. ${first + AT_ONCE - 1} loop
        execute format('create table t%s (id int primary key, name varchar(100), made timestamptz, '
          || 'other int references %s (id))', n, case n when 1 then 'plain' else 't' || (n - 1) end);
      end loop;
    end $$`
  })
}

/** Milliseconds from a table's creation to the first response that includes it. */
async function timeNewTable(project: ProjectInfo, round: number): Promise<number> {
  const table = `fresh_${round}`
  await runSql(project, `create table ${table} (id int primary key)`)
  const begun = performance.now()
  const response = await fetch(`${project.api_url}/rest/v1/${table}`, {
    headers: { apikey: project.service_role_key },
  })
  if (response.status !== 200) throw new Error(`${table} answered ${response.status}`)
  await response.arrayBuffer()
  return performance.now() - begun
}
