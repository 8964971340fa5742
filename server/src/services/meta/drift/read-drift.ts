import type { Drift, listDrift, recordDrift } from '@stoa/contract/services/meta/drift'
import type { z } from 'zod'
import { createTurns } from '../../../lib/turns.ts'
import type { Session } from '../../../postgres/database.ts'
import { authorOf, originOf } from '../../../project/migration-record.ts'
import { readTableDefinition } from '../catalogue/table-definition.ts'
import type { Author } from '../history/change-definition.ts'
import { record } from '../history/manage.ts'
import { migrationName } from '../history/name.ts'
import { readAfter } from '../history/read.ts'
import { textOf } from '../history/undo.ts'
import { isProtectedSchema } from '../protected-schemas.ts'
import { readDatabase, withQualifiedNames } from '../session.ts'
import { compareObjects } from './compare.ts'
import { driftNotFound, historyTooLarge } from './errors.ts'
import { keyOf, readHistoryObjects, type HistoryObject } from './history-objects.ts'
import { MAX_HISTORY_BYTES, MAX_LISTED } from './limits.ts'
import {
  readCreation,
  readDatabaseObjects,
  readSerialSequences,
  type DatabaseObject,
} from './queries.ts'
import { removalSql } from './removal-sql.ts'

type DriftList = z.infer<typeof listDrift.response>

/** Compares the history of a project with its database. */
export function createDrift() {
  const turns = createTurns()

  const compare = async ({ project }: Author) => {
    const { migrations, hasMore, database } = await readDatabase(project, async (tx) => ({
      ...(await readAfter(tx, { after: '0', maxBytes: MAX_HISTORY_BYTES })),
      database: await withQualifiedNames(tx, () => readDatabaseObjects(tx)),
    }))
    if (hasMore) throw historyTooLarge()
    const history = await turns(readHistoryObjects(migrations))
    return { migrations, history, ...compareObjects(withoutPlatform(history), database) }
  }

  return {
    async list(author: Author): Promise<DriftList> {
      const { migrations, history, unrecorded, missing } = await compare(author)
      const shown = unrecorded.slice(0, MAX_LISTED)
      const items = await readDatabase(author.project, async (tx) => {
        const described: Drift[] = []
        for (const object of shown) described.push(await describeUnrecorded(tx, object))
        return described
      })
      return {
        items: [...items, ...missing.slice(0, MAX_LISTED).map(describeMissing)],
        unrecorded: unrecorded.length,
        missing: missing.length,
        migrations: migrations.length,
        unread: history.blocks + migrations.filter(hasNoSql).length,
      }
    },

    /** Records a difference that still exists. 404 `drift_not_found`. */
    async record(author: Author, wanted: RecordedObject): Promise<string[]> {
      const found = await compare(author)
      const isWanted = (object: Omit<RecordedObject, 'side'>) => keyOf(object) === keyOf(wanted)
      const unrecorded = found.unrecorded.find(isWanted)
      const missing = found.missing.find(isWanted)
      const described =
        wanted.side === 'unrecorded'
          ? unrecorded &&
            (await readDatabase(author.project, (tx) => describeUnrecorded(tx, unrecorded)))
          : missing && describeMissing(missing)
      if (!described || described.record_sql === null) throw driftNotFound()
      const { record_sql: sql, undo_sql: undo } = described
      await record(author, {
        name: migrationName(sql),
        statements: [sql],
        author: authorOf(author.member),
        rollback: wanted.side === 'unrecorded' && undo !== null ? [undo] : undefined,
        details: { ...originOf(author.member, 'repair'), duration_ms: null },
      })
      return [sql]
    },
  }
}

type RecordedObject = z.infer<NonNullable<typeof recordDrift.body>>

const hasNoSql = ({ statements }: { readonly statements: readonly string[] }) =>
  statements.length === 0

/** The database's side has no objects of the platform's schemas, so neither has the history's. */
function withoutPlatform<T extends { readonly objects: ReadonlyMap<string, HistoryObject> }>(
  history: T,
): T {
  const objects = [...history.objects].filter(([, { schema }]) => !isProtectedSchema(schema))
  return { ...history, objects: new Map(objects) }
}

async function describeUnrecorded(tx: Session, object: DatabaseObject): Promise<Drift> {
  const { kind, schema, table, name } = object
  return {
    side: 'unrecorded',
    kind,
    schema,
    table,
    name,
    record_sql: await creationOf(tx, object),
    undo_sql: textOf(removalSql(object)),
    version: null,
  }
}

/** Somebody can drop the object while it is read. */
async function creationOf(tx: Session, object: DatabaseObject): Promise<string | null> {
  if (object.kind === 'table' || object.kind === 'view') {
    const serials = await withQualifiedNames(tx, () => readSerialSequences(tx, object.id))
    const { sql } = await readTableDefinition(tx, object.id)
    const creations = serials.map(({ creation }) => `${creation};\n\n`)
    const ownerships = serials.map(({ ownership }) => `\n${ownership};\n`)
    return [...creations, sql, ...ownerships].join('').trim()
  }
  return withQualifiedNames(tx, () => readCreation(tx, object))
}

const describeMissing = ({ version, ...object }: HistoryObject): Drift => ({
  side: 'missing',
  ...object,
  record_sql: textOf(removalSql(object)),
  undo_sql: null,
  version,
})
