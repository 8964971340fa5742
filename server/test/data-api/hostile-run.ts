import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSchema } from './add-schema.ts'
import { createTestProject, type TestProject } from '../project.ts'
import { createSettings } from '../../src/project/settings.ts'
import type { CallerStatement, Database } from '../../src/postgres/database.ts'
import { createTestApp, type TestApp } from './app.ts'
import { MARK } from './hostile-words.ts'
import { createHostileRequests, type HostileRequest } from './hostile.ts'

/** The number of rounds per seed. */
const ROUNDS = 750
const AT_ONCE = 25

/** Declares tests that send the requests of these seeds, half of them anonymously. For tests. */
export function testHostileRequests(seeds: readonly number[]): void {
  let test: TestProject
  let api: TestApp
  let watch: (statement: CallerStatement) => void = () => {}

  beforeAll(async () => {
    test = await createTestProject()
    await addSchema(test)
    api = await createTestApp({
      ...test.project,
      database: watched(test.database, (statement) => watch(statement)),
      settings: createSettings({
        data_api: {
          exposed_schemas: ['public', 'other'],
          db_aggregates_enabled: true,
          db_plan_enabled: true,
          // Rolled back, so that every request finds the same rows.
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

  const send = ({ method, url, headers, body }: HostileRequest, role: string) =>
    api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${api.token(role)}`, ...headers },
      ...(body !== undefined && { payload: body }),
    })

  describe('random requests', () => {
    it.each(seeds)('end well and bind their values (seed %i)', async (seed) => {
      const next = createHostileRequests(seed)
      const faults: unknown[] = []
      const statuses = new Map<number, number>()
      let statements = 0
      watch = (statement) => {
        statements += 1
        // A statement from a file contains nothing of the request.
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
      // Refused requests alone prove little, so many must have reached the rows.
      expect(statements).toBeGreaterThan(ROUNDS / 4)
      expect(statuses.get(200)).toBeGreaterThan(ROUNDS / 6)
      expect(statuses.get(400)).toBeGreaterThan(ROUNDS / 6)
    })
  })
}

/** Passes every statement of callers' transactions to `watch`. */
function watched(database: Database, watch: (statement: CallerStatement) => void): Database {
  return {
    ...database,
    asCaller(context, statement, after) {
      for (const each of [statement, ...(after ?? [])]) watch(each)
      return database.asCaller(context, statement, after)
    },
  }
}

const TOKENS = /"(?:[^"]|"")*"|'(?:[^']|'')*'/g

/** The fault in a statement's text, found without knowing how it was built. */
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
