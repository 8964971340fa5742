import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  Import,
  ImportDefinition,
  RejectedRow,
  ScriptDefinition,
} from '@stoa/contract/services/imports/imports'
import { KEPT_IMPORTS } from '@stoa/contract/services/imports/limits'
import { z } from 'zod'
import type { StoredProject } from '../../project/project.ts'

/**
 * An import as it is stored. The transaction tells after a crash whether the rows were committed, so
 * the record need not be in the database.
 */
const StoredImport = z.object({
  shown: Import,
  definition: z.union([ScriptDefinition, ImportDefinition]),
  transaction: z.string().nullable(),
})
export type StoredImport = z.infer<typeof StoredImport>

const NAME = 'imports'
const RECORD = /^([\da-f-]{36})\.json$/

const pathOf = (project: StoredProject, file: string) => path.join(project.folder(NAME), file)

/** The file of an import, while it has not ended. */
export const filePath = (project: StoredProject, id: string) => pathOf(project, `${id}.file`)
/** How many bytes of its file are stored. */
export const fileBytes = async (project: StoredProject, id: string): Promise<number> =>
  (await stat(filePath(project, id)).catch(() => ({ size: 0 }))).size

/** A temporary file of a preview. */
export const previewPath = (project: StoredProject) => pathOf(project, `${randomUUID()}.preview`)

export const ensureFolder = (project: StoredProject) =>
  mkdir(project.folder(NAME), { recursive: true })

/** Creates or replaces a record. A crash leaves the old one or the new one. */
export async function writeImport(project: StoredProject, stored: StoredImport): Promise<void> {
  const file = pathOf(project, `${stored.shown.id}.json`)
  const next = `${file}.${randomUUID()}.new`
  await writeFile(next, JSON.stringify(stored))
  await rename(next, file)
}

/** The records of a project, the newest first. */
export async function readImports(project: StoredProject): Promise<StoredImport[]> {
  const names = await readdir(project.folder(NAME)).catch(() => [])
  const found: StoredImport[] = []
  for (const name of names) {
    const [, id] = RECORD.exec(name) ?? []
    const stored = id === undefined ? undefined : await readImport(project, id)
    if (stored) found.push(stored)
  }
  return found.toSorted((one, other) => other.shown.created_at.localeCompare(one.shown.created_at))
}

/** A record; undefined if there is none, or if a newer release wrote it. */
export async function readImport(
  project: StoredProject,
  id: string,
): Promise<StoredImport | undefined> {
  const text = await readFile(pathOf(project, `${id}.json`), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return StoredImport.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

export const writeRejectedRows = (
  project: StoredProject,
  id: string,
  rows: readonly RejectedRow[],
): Promise<void> => writeFile(pathOf(project, `${id}.rejected`), JSON.stringify(rows))

export async function readRejectedRows(project: StoredProject, id: string): Promise<RejectedRow[]> {
  const text = await readFile(pathOf(project, `${id}.rejected`), 'utf8').catch(() => '[]')
  return z.array(RejectedRow).parse(JSON.parse(text))
}

export const removeFile = (project: StoredProject, id: string) =>
  rm(filePath(project, id), { force: true })

/** Deletes the oldest ended imports beyond the number that is kept. */
export async function removeOldImports(project: StoredProject): Promise<void> {
  const ended = (await readImports(project)).filter(({ shown }) => shown.ended_at !== null)
  for (const { shown } of ended.slice(KEPT_IMPORTS))
    for (const end of ['json', 'rejected', 'file'])
      await rm(pathOf(project, `${shown.id}.${end}`), { force: true })
}

/** Deletes files that an interrupted server left. */
export async function removeLeftovers(project: StoredProject): Promise<void> {
  const names = await readdir(project.folder(NAME)).catch(() => [])
  for (const name of names)
    if (/\.(?:file|preview|new)$/.test(name)) await rm(pathOf(project, name), { force: true })
}
