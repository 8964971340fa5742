import type { ObjectDescription } from '@stoa/contract/services/meta/describe'
import type { Session } from '../../../postgres/database.ts'
import { readTableDetail } from '../catalogue/table-detail.ts'
import { readTable } from '../catalogue/tables.ts'
import type { Sight } from '../withheld.ts'
import { objectNotFound } from './errors.ts'
import { findFunctions, findRelation, readSize, type WrittenName } from './queries.ts'

/** The object that a name in SQL text means. 404 `object_not_found`. */
export async function describeObject(
  tx: Session,
  { schema, name }: WrittenName,
  sight: Sight,
): Promise<ObjectDescription> {
  const described =
    (await describe(tx, { schema, name }, sight)) ??
    // In `orders.id`, the first name is that of a table.
    (schema === undefined ? undefined : await describeRelation(tx, { name: schema }, sight))
  if (!described) throw objectNotFound(schema === undefined ? name : `${schema}.${name}`)
  return described
}

async function describe(
  tx: Session,
  written: WrittenName,
  sight: Sight,
): Promise<ObjectDescription | undefined> {
  const relation = await describeRelation(tx, written, sight)
  if (relation) return relation
  const functions = await findFunctions(tx, written)
  return functions.length === 0 ? undefined : { kind: 'functions', functions }
}

async function describeRelation(
  tx: Session,
  written: WrittenName,
  sight: Sight,
): Promise<ObjectDescription | undefined> {
  const id = await findRelation(tx, written)
  if (id === null || !(await readTable(tx, id))) return undefined
  const size = await readSize(tx, id)
  return { kind: 'relation', ...size, table: await readTableDetail(tx, id, sight) }
}
