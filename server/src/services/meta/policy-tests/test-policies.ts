import type {
  PolicyTest,
  PolicyTestResult,
  testPolicies as endpoint,
} from '@stoa/contract/services/meta/policy-tests'
import type { FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Project } from '../../../project/project.ts'
import { readPolicies } from '../catalogue/policies.ts'
import { checkOid, tableNotFound } from '../catalogue/table-detail.ts'
import { readTable } from '../catalogue/tables.ts'
import type { RunResult } from '../query/answer.ts'
import { WRITER } from '../query/rights.ts'
import type { Runs } from '../query/runs.ts'
import { watchClient } from '../query/watch-client.ts'
import { readDatabase, withQualifiedNames } from '../session.ts'
import {
  decidingPolicies,
  isRowAllowed,
  isUnrestricted,
  type ProtectedTable,
} from './deciding-policies.ts'
import { testStatements } from './test-sql.ts'

type Response = z.infer<typeof endpoint.response>

const ROW_LIMIT = 100
const TIMEOUT_MS = 30_000

/** The SQL of a test and the policies that decide in it. Nothing runs but reads. */
export async function previewPolicyTest(project: Project, test: PolicyTest): Promise<Response> {
  return planOf(await readProtectedTable(project, test.table_id), test)
}

/** Runs the SQL of a test as SQL text of the member runs, in a transaction that is rolled back. */
export async function runPolicyTest(
  runs: Runs,
  request: FastifyRequest,
  test: PolicyTest,
): Promise<Response> {
  const { project, member } = request
  const table = await readProtectedTable(project, test.table_id)
  const plan = planOf(table, test)
  const { signal, release } = watchClient(request)
  try {
    const answer = await runs.run(project, member, {
      request: {
        run_id: randomUUID(),
        sql: plan.statements.map((statement) => `${statement};`).join('\n'),
        row_limit: ROW_LIMIT,
        timeout_ms: TIMEOUT_MS,
      },
      signal,
      // A temporary view needs a transaction that can write.
      rights: WRITER,
    })
    return { ...plan, result: resultOf(table, test, answer) }
  } finally {
    release()
  }
}

/** 404 `table_not_found`. */
function readProtectedTable(project: Project, id: number): Promise<ProtectedTable> {
  checkOid(id)
  return readDatabase(project, (tx) =>
    withQualifiedNames(tx, async () => {
      const table = await readTable(tx, id)
      if (!table) throw tableNotFound()
      return { ...table, policies: await readPolicies(tx, id) }
    }),
  )
}

const planOf = (table: ProtectedTable, test: PolicyTest): Response => ({
  statements: testStatements(table, test),
  is_rls_enabled: table.rls_enabled,
  deciding: decidingPolicies(table, test),
  result: null,
})

/** The meaning of the results of `testStatements`. */
export function resultOf(
  table: ProtectedTable,
  test: PolicyTest,
  { results }: Pick<RunResult, 'results'>,
): PolicyTestResult {
  const [, checked, tested] = results.filter(({ command }) => command === 'SELECT')
  const value = checked?.rows[0]?.[0]
  const isRead = test.operation === 'SELECT'
  const deciding = decidingPolicies(table, test)
  return {
    readable_rows: isRead ? Number(value) : null,
    has_privilege: isRead || value === 't',
    columns: (tested?.columns ?? []).slice(deciding.length).map(({ name }) => name),
    rows: (tested?.rows ?? []).map((row) => {
      const verdicts = deciding.map((_, index) => row[index] === 't')
      return {
        is_allowed: isUnrestricted(table, test) || isRowAllowed(deciding, verdicts, test.operation),
        verdicts,
        cells: row.slice(deciding.length),
      }
    }),
  }
}
