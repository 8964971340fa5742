import type {
  Drift,
  listDrift,
  PropertyDifference,
  recordDrift,
} from '@stoa/contract/services/meta/drift'
import type { z } from 'zod'
import { createTurns } from '../../../lib/turns.ts'
import type { Session } from '../../../postgres/database.ts'
import { authorOf, originOf } from '../../../project/migration-record.ts'
import { readTableDefinition } from '../catalogue/table-definition.ts'
import type { Project } from '../../../project/project.ts'
import type { Author } from '../history/change-definition.ts'
import { record } from '../history/manage.ts'
import { migrationName } from '../history/name.ts'
import { readAfter } from '../history/read.ts'
import { textOf } from '../history/undo.ts'
import { isProtectedSchema } from '../protected-schemas.ts'
import { readDatabase, withQualifiedNames } from '../session.ts'
import { changeSql } from './change-sql.ts'
import { compareObjects, type ComparedObject } from './compare.ts'
import { driftNotFound, historyTooLarge } from './errors.ts'
import { readHistoryObjects } from './history-objects.ts'
import { MAX_HISTORY_BYTES, MAX_LISTED, MAX_PROPERTY_LENGTH } from './limits.ts'
import {
  readCreation,
  readDatabaseObjects,
  readSerialSequences,
  type DatabaseObject,
} from './queries.ts'
import { keyOf, type Address, type HistoryObject } from './reading/state.ts'
import { removalSql } from './removal-sql.ts'
import { decideDoubts } from './meaning-queries.ts'

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
    const { compared, uncompared, ...differences } = await turns(
      compareObjects(withoutPlatform(history), database),
    )
    const decided = await decide(project, compared, database)
    return {
      ...differences,
      migrations,
      history,
      changed: decided.changed,
      uncompared: uncompared + decided.undecided,
    }
  }

  return {
    async list(author: Author): Promise<DriftList> {
      const { migrations, history, unrecorded, missing, changed, uncompared } =
        await compare(author)
      const shown = unrecorded.slice(0, MAX_LISTED)
      const items = await readDatabase(author.project, async (tx) => {
        const described: Drift[] = []
        for (const object of shown) described.push(await describeUnrecorded(tx, object))
        return described
      })
      return {
        items: [
          ...items,
          ...changed.slice(0, MAX_LISTED).map(describeChanged),
          ...missing.slice(0, MAX_LISTED).map(describeMissing),
        ],
        unrecorded: unrecorded.length,
        missing: missing.length,
        changed: changed.length,
        uncompared,
        migrations: migrations.length,
        unread: history.blocks + migrations.filter(hasNoSql).length,
      }
    },

    /** Records a difference that still exists. 404 `drift_not_found`. */
    async record(author: Author, wanted: RecordedObject): Promise<string[]> {
      const found = await compare(author)
      const described = await describe(author, wanted, found)
      if (!described || described.record_sql === null) throw driftNotFound()
      const { record_sql: sql, undo_sql: undo } = described
      await record(author, {
        name: migrationName(sql),
        statements: [sql],
        author: authorOf(author.member),
        rollback: wanted.side !== 'missing' && undo !== null ? [undo] : undefined,
        details: { ...originOf(author.member, 'repair'), duration_ms: null },
      })
      return [sql]
    },
  }
}

type RecordedObject = z.infer<NonNullable<typeof recordDrift.body>>

type DriftingObjects = {
  readonly unrecorded: readonly DatabaseObject[]
  readonly missing: readonly HistoryObject[]
  readonly changed: readonly ChangedObject[]
}

async function describe(author: Author, wanted: RecordedObject, found: DriftingObjects) {
  const isWanted = (object: Omit<RecordedObject, 'side'>) => keyOf(object) === keyOf(wanted)
  switch (wanted.side) {
    case 'unrecorded': {
      const object = found.unrecorded.find(isWanted)
      return object && (await readDatabase(author.project, (tx) => describeUnrecorded(tx, object)))
    }
    case 'changed': {
      const changed = found.changed.find(({ object }) => isWanted(object.database))
      return changed && describeChanged(changed)
    }
    case 'missing': {
      const object = found.missing.find(isWanted)
      return object && describeMissing(object)
    }
  }
}

/** An object with the differences that are left after Postgres has been asked. */
type ChangedObject = {
  readonly object: ComparedObject
  readonly differences: readonly PropertyDifference[]
}

async function decide(
  project: Project,
  compared: readonly ComparedObject[],
  database: readonly DatabaseObject[],
) {
  const verdicts = await readDatabase(project, (tx) => decideDoubts(tx, compared, database))
  const changed: ChangedObject[] = []
  let undecided = 0
  for (const object of compared) {
    const decided = verdicts.get(object) ?? []
    undecided += decided.filter(({ isSame }) => isSame === undefined).length
    const different = decided.filter(({ isSame }) => isSame === false)
    const differences = [
      ...object.comparison.differences,
      ...different.map(({ doubt }) => doubt.difference),
    ]
    if (differences.length > 0) changed.push({ object, differences })
  }
  return { changed, undecided }
}

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
  return {
    side: 'unrecorded',
    ...addressOf(object),
    record_sql: await creationOf(tx, object),
    undo_sql: textOf(removalSql(object)),
    version: null,
    differences: [],
  }
}

const addressOf = ({ kind, schema, table, name, signature }: Address) => ({
  kind,
  schema,
  table,
  name,
  signature,
})

function describeChanged({ object, differences }: ChangedObject): Drift {
  const { record, undo } = changeSql(object, differences)
  return {
    side: 'changed',
    ...addressOf(object.database),
    record_sql: record,
    undo_sql: undo,
    version: object.history.version,
    differences: differences.map(({ property, before, after }) => ({
      property,
      before: shortened(before),
      after: shortened(after),
    })),
  }
}

const shortened = (text: string | null): string | null =>
  text === null || text.length <= MAX_PROPERTY_LENGTH
    ? text
    : `${text.slice(0, MAX_PROPERTY_LENGTH)}…`

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

const describeMissing = (object: HistoryObject): Drift => ({
  side: 'missing',
  ...addressOf(object),
  record_sql: textOf(removalSql(object)),
  undo_sql: null,
  version: object.version,
  differences: [],
})
