import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { FunctionSlug } from '@stoa/contract/services/functions/members'
import { invalidSlug, otherVersion, tooManyFunctions } from '../errors.ts'
import type { Bundle } from './bundle.ts'
import {
  changesOf,
  withFunction,
  type ActiveFunction,
  type FunctionChange,
} from './function-records.ts'
import { withStaged, type Inspections } from './inspections.ts'
import { MAX_FUNCTIONS } from './limits.ts'
import { nextRecord } from './next-record.ts'
import { functionsFolderOf, type ProjectHandle, type RecordStore } from './record-store.ts'
import {
  syncFolder,
  versionFolderOf,
  type FunctionRecord,
  type Records,
  type VersionRecord,
} from './records.ts'

export type Deployment = FunctionChange & {
  readonly slug: string
  readonly bundle: Bundle
  /** The address of the account. */
  readonly by: string | null
  /** Whether calls go to the new version at once; if not, `activateAll` makes them. */
  readonly isActivated?: boolean
  /** The active version that the bundle replaces, 0 for none. Throws 409 if another one is active. */
  readonly expectedVersion?: number | undefined
}

export type DeployDeps = {
  readonly store: RecordStore
  readonly inspections: Inspections
  readonly newId: () => string
  readonly now: () => number
}

/** Checks the files, stores them as a new version, durably, and activates it if asked. */
export async function deployVersion(
  { store, inspections, newId, now }: DeployDeps,
  place: ProjectHandle,
  deployment: Deployment,
): Promise<ActiveFunction> {
  const { slug, bundle } = deployment
  if (!FunctionSlug.safeParse(slug).success) throw invalidSlug()
  const folder = functionsFolderOf(place)
  await store.open(place)
  return withStaged(place, { bundle, id: newId() }, async (staged) => {
    await inspections.requireValid(place, staged, bundle)
    const { active, dropped } = await store.change(place, async (records) => {
      const at = now()
      const before = replacedBy(deployment, records)
      const id = before?.id ?? newId()
      const number = (before?.lastVersion ?? 0) + 1
      await moveInto(folder, { staged, target: versionFolderOf(folder, id, number) })
      return addVersion(records, { before, deployment, id, number, at })
    })
    // Files that remain after a crash are removed at the next start.
    for (const { id, version } of dropped)
      await rm(versionFolderOf(folder, id, version), { recursive: true, force: true })
    return active
  })
}

/** The function that a deployment changes. Throws 409 if another version is active than expected. */
function replacedBy(
  { slug, expectedVersion }: Deployment,
  { functions }: Records,
): FunctionRecord | undefined {
  const before = functions.find((entry) => entry.slug === slug)
  if ((expectedVersion ?? before?.active ?? 0) !== (before?.active ?? 0))
    throw otherVersion(slug, before?.active)
  if (!before && functions.length >= MAX_FUNCTIONS) throw tooManyFunctions(MAX_FUNCTIONS)
  return before
}

async function moveInto(
  folder: string,
  { staged, target }: { readonly staged: string; readonly target: string },
): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true })
  // A deployment whose record could not be saved leaves its folder.
  await rm(target, { recursive: true, force: true })
  await rename(staged, target)
  for (const each of [path.dirname(target), path.join(folder, 'versions'), folder])
    await syncFolder(each)
}

/** The records with the new version, what its deployer sees, and the old versions that it drops. */
function addVersion(
  records: Records,
  {
    before,
    deployment,
    id,
    number,
    at,
  }: {
    readonly before: FunctionRecord | undefined
    readonly deployment: Deployment
    readonly id: string
    readonly number: number
    readonly at: number
  },
) {
  const { slug, bundle, by, isActivated = true } = deployment
  const version: VersionRecord = {
    version: number,
    createdAt: at,
    createdBy: by,
    bytes: bundle.bytes,
    entrypoint: bundle.entrypoint,
    ...(bundle.importMap !== undefined && { importMap: bundle.importMap }),
    sha256: bundle.sha256,
  }
  const changes = changesOf(deployment)
  const { record, dropped } = nextRecord(before, { id, slug, version, isActivated, changes, at })
  const active = { record: { ...record, ...changes }, version }
  return [
    withFunction(records, record),
    { active, dropped: dropped.map((old) => ({ id, version: old.version })) },
  ] as const
}
