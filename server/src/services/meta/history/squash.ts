import type { squashMigrations } from '@stoa/contract/services/meta/history'
import type { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import {
  authorOf,
  ENSURE_TABLE,
  originOf,
  recordingStatements,
} from '../../../project/migration-record.ts'
import { readTextShape } from '../query/text-shape.ts'
import { changeDatabase, readDatabase } from '../session.ts'
import type { Author } from './change-definition.ts'
import { notConsecutive, notSquashable } from './errors.ts'
import { MAX_SQUASHED_BYTES } from './limits.ts'
import { deleteVersions } from './queries.ts'
import { hasHistory, readRange, type StoredMigration } from './read.ts'
import { scriptOf } from './script.ts'

type Squash = Pick<z.infer<NonNullable<typeof squashMigrations.body>>, 'versions' | 'name'>

type Squashed = {
  readonly version: string
  readonly name: string
  readonly statements: string[]
  readonly rollback: string[] | undefined
}

/** The migration that several would become. Nothing changes. */
export const previewSquash = ({ project }: Author, squash: Squash): Promise<Squashed> =>
  readDatabase(project, (tx) => planSquash(tx, squash))

/** Replaces consecutive migrations with one, in one transaction. */
export const squash = ({ project, member }: Author, wanted: Squash): Promise<Squashed> =>
  changeDatabase(project, async (tx) => {
    if (!(await hasHistory(tx))) throw notConsecutive()
    // Takes the lock, so that nothing is recorded between them.
    await tx.run(ENSURE_TABLE)
    const squashed = await planSquash(tx, wanted)
    await deleteVersions(tx, wanted.versions)
    const migration = {
      ...squashed,
      author: authorOf(member),
      details: { ...originOf(member, 'squash'), duration_ms: null },
    }
    for (const statement of recordingStatements(migration)) await tx.run(statement)
    return squashed
  })

async function planSquash(tx: Session, { versions, name }: Squash): Promise<Squashed> {
  const sorted = [...new Set(versions)].toSorted(byVersion)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) throw notConsecutive()
  const migrations = await readRange(tx, { first, last })
  const isSame =
    migrations.length === sorted.length &&
    migrations.every(({ version }, at) => version === sorted[at])
  if (!isSame) throw notConsecutive()
  checkSquashable(migrations)
  const rollbacks = migrations.toReversed().map(({ rollback }) => rollback)
  return {
    version: last,
    name: name === undefined || name === '' ? nameOf(migrations) : name,
    statements: migrations.flatMap(({ statements }) => statements),
    rollback: rollbacks.every((rollback) => rollback !== null) ? rollbacks.flat() : undefined,
  }
}

const byVersion = (one: string, other: string) =>
  one.length - other.length || (one < other ? -1 : Number(one > other))

function nameOf(migrations: readonly StoredMigration[]): string {
  const names = migrations.map(({ name, version }) => name ?? version)
  return `squashed_${names[0] ?? ''}_to_${names.at(-1) ?? ''}`.slice(0, 100)
}

function checkSquashable(migrations: readonly StoredMigration[]): void {
  let bytes = 0
  for (const { version, statements } of migrations) {
    if (statements.length === 0) throw notSquashable(version, 'Its SQL was not recorded.')
    const text = scriptOf(statements)
    const { needsNoTransaction } = readTextShape(text)
    if (needsNoTransaction)
      throw notSquashable(version, 'It has a statement that must run on its own.')
    bytes += Buffer.byteLength(text)
    if (bytes > MAX_SQUASHED_BYTES)
      throw notSquashable(version, 'With it, the SQL would be longer than 10 MB.')
  }
}
