import type { Client } from 'pg'
import { z } from 'zod'
import type { Project } from '../../../project/project.ts'
import { toAppError } from '../errors.ts'
import type { RunRights } from '../query/rights.ts'
import { checkSqlText } from '../query/run.ts'
import { checkOneStatement } from './one-statement.ts'
import { BEGIN_READING, explainGeneric, planningLimits } from './plan-sql.ts'
import { runStatement } from './run-statement.ts'

const TIMEOUT_MS = 10_000

const PlanRow = z.tuple([z.object({ 'QUERY PLAN': z.unknown() })])

/** The plan of a statement that is not run, with the member's own rights, as JSON text. */
export async function planStatement(
  project: Project,
  { text, rights }: { readonly text: string; readonly rights: RunRights },
): Promise<string> {
  checkSqlText(text)
  checkOneStatement(text)
  // Uses its own connection, so that closing it ends the transaction in any case.
  const client = await project.database.connect(rights.role, 'stoa query plan')
  try {
    return await plan(client, text)
  } catch (error) {
    throw toAppError(error)
  } finally {
    await client.end().catch(() => {})
  }
}

async function plan(client: Client, text: string): Promise<string> {
  await runStatement(client, BEGIN_READING)
  await runStatement(client, planningLimits(TIMEOUT_MS))
  const { rows } = await runStatement(client, explainGeneric(text))
  return JSON.stringify(PlanRow.parse(rows)[0]['QUERY PLAN'])
}
