import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createSettings } from '../../project/settings.ts'
import type { CallerStatement, Database } from '../../postgres/database.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { MARK } from './test-hostile-words.ts'
import { createHostileRequests, type HostileRequest } from './test-hostile.ts'

/** Of each seed. */
const ROUNDS = 750
const AT_ONCE = 25

let test: TestProject
let api: TestApp
let watch: (statement: CallerStatement) => void = () => {}

beforeAll(async () => {
  test = await createTestProject()
  for (const file of ['test-schema.sql', 'test-schema-more.sql'])
    await test.run(await readFile(new URL(file, import.meta.url), 'utf8'))
  api = await createTestApp({
    ...test.project,
    database: watched(test.database),
    settings: createSettings({
      data_api: {
        exposed_schemas: ['public', 'other'],
        db_aggregates_enabled: true,
        db_plan_enabled: true,
        // Every request finds the same rows.
        db_tx_end: 'rollback',
      },
    }),
  })
})
afterAll(async () => {
  await api.service.stop?.(api.project)
  await api.app.close()
  await test.stop()
})

/** Shows every statement that a caller's transaction is made of. */
function watched(database: Database): Database {
  return {
    ...database,
    asCaller(context, statement, after) {
      for (const each of [statement, ...(after ?? [])]) watch(each)
      return database.asCaller(context, statement, after)
    },
  }
}

const TOKENS = /"(?:[^"]|"")*"|'(?:[^']|'')*'/g

/** What is wrong with a statement's text, judged without knowing how it was made. */
function faultOf({ text, values }: CallerStatement): string | undefined {
  const isNamed = (token: string) => token.startsWith('"')
  const unnamed = text.replaceAll(TOKENS, (token) => (isNamed(token) ? '"name"' : token))
  if (unnamed.includes(MARK)) return 'a value is part of the text'
  const bare = unnamed.replaceAll(TOKENS, '')
  if (/;|--|\/\*|\\|'|\$\$|\$[a-z_]/i.test(bare)) return 'the text goes out of its grammar'
  const places = [...bare.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))
  if (Math.max(0, ...places) !== values.length) return 'places and values do not agree'
  return undefined
}

const send = ({ method, url, headers, body }: HostileRequest, role: string) =>
  api.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${api.token(role)}`, ...headers },
    ...(body !== undefined && { payload: body }),
  })

describe('requests nobody means', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('end well and bind their values (seed %i)', async (seed) => {
    const next = createHostileRequests(seed)
    const faults: unknown[] = []
    const statuses = new Map<number, number>()
    let statements = 0
    watch = (statement) => {
      statements += 1
      // What is read from a file is made of nothing.
      const fault = statement.text.startsWith('--') ? undefined : faultOf(statement)
      if (fault !== undefined) faults.push({ fault, ...statement })
    }
    for (let round = 0; round < ROUNDS; round += AT_ONCE) {
      const requests = Array.from({ length: AT_ONCE }, next)
      const role = round % 2 === 0 ? 'anon' : 'service_role'
      const answers = await Promise.all(requests.map((request) => send(request, role)))
      answers.forEach(({ statusCode, body }, at) => {
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
        if (statusCode < 200 || statusCode >= 500)
          faults.push({ ...requests[at], statusCode, answer: body })
      })
    }
    watch = () => {}
    expect(faults.slice(0, 5)).toEqual([])
    // Mistakes alone would prove little: many requests must have come through to the rows.
    expect(statements).toBeGreaterThan(ROUNDS / 4)
    expect(statuses.get(200)).toBeGreaterThan(ROUNDS / 6)
    expect(statuses.get(400)).toBeGreaterThan(ROUNDS / 6)
  })
})
