import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { FunctionTypeCheck } from '@stoa/contract/services/functions/members'
import type { Clock } from '../../../lib/clock.ts'
import type { SecretBox } from '../../../lib/secret-box.ts'
import { createSecrets, type Secrets } from '../secrets/secrets.ts'
import { readBundle, type Bundle, type BundleFile } from './bundle.ts'
import { deployVersion, type Deployment } from './deploy.ts'
import {
  activate,
  activeFunctions,
  activeOf,
  changesOf,
  findFunction,
  requireVersion,
  withFunction,
  type Activation,
  type ActiveFunction,
  type FunctionChange,
} from './function-records.ts'
import { createInspections, type InspectionDeps } from './inspections.ts'
import { copyFunctions } from './copy-functions.ts'
import { createRecordStore, functionsFolderOf, type ProjectHandle } from './record-store.ts'
import {
  versionFolderOf,
  type FunctionRecord,
  type RecordFile,
  type VersionRecord,
} from './records.ts'
import type { FunctionVersion, VersionSource } from './version.ts'

export type Versions = VersionSource & {
  readonly stored: Secrets
  list(place: ProjectHandle): Promise<readonly ActiveFunction[]>
  /** Throws 404 `edge_function_not_found`. */
  get(place: ProjectHandle, slug: string): Promise<ActiveFunction>
  /** Stores a new version, durably, and activates it if asked. Throws 400 `invalid_bundle` if it cannot start. */
  deploy(place: ProjectHandle, deployment: Deployment): Promise<ActiveFunction>
  update(place: ProjectHandle, slug: string, change: FunctionChange): Promise<ActiveFunction>
  /** Throws 404 `version_not_found`. */
  activate(place: ProjectHandle, slug: string, version: number): Promise<ActiveFunction>
  /** Activates a version of each function in one step, or of none: throws as `activate` does. */
  activateAll(
    place: ProjectHandle,
    activations: readonly Activation[],
  ): Promise<readonly ActiveFunction[]>
  remove(place: ProjectHandle, slug: string): Promise<void>
  /** A kept version with its files. Throws 404 `version_not_found`. */
  read(
    place: ProjectHandle,
    slug: string,
    version: number,
  ): Promise<{
    readonly record: FunctionRecord
    readonly version: VersionRecord
    readonly files: readonly BundleFile[]
  }>
  /** The type errors of a kept version. Throws 404 `version_not_found`. */
  checkTypes(place: ProjectHandle, slug: string, version: number): Promise<FunctionTypeCheck>
  /** The type errors of files that are not deployed. Throws as `deploy` does, and stores nothing. */
  check(place: ProjectHandle, bundle: Bundle): Promise<FunctionTypeCheck>
  /** Copies all functions with their versions and secrets to a copied project. Can be repeated. */
  copy(from: ProjectHandle, to: ProjectHandle): Promise<void>
  /** Releases the memory of a deleted project. */
  forget(ref: string): void
}

export type VersionsDeps = InspectionDeps & {
  readonly clock: Clock
  readonly secretBox: SecretBox
  /** Called so that running functions get the new secrets. */
  readonly secretsChanged: (ref: string) => void
  /** Called when a function was deleted with all its versions. */
  readonly functionRemoved: (place: ProjectHandle, functionId: string) => Promise<void>
}

/** The functions of every project: a file of records and a folder for each version. */
export function createVersions(deps: VersionsDeps): Versions {
  const store = createRecordStore()
  const inspections = createInspections(deps)
  const activeVersion = createActiveVersions()
  const now = () => deps.clock.now().getTime()

  const replace = (
    place: ProjectHandle,
    slug: string,
    make: (record: FunctionRecord) => FunctionRecord,
  ) =>
    store.change(place, (records) => {
      const next = make(findFunction(records, slug).record)
      return [withFunction(records, next), activeOf(next)] as const
    })

  /** Rejects with 404 if the version has been deleted, and otherwise with the error. */
  const unlessDeleted =
    (place: ProjectHandle, slug: string, number: number) =>
    async (error: unknown): Promise<never> => {
      requireVersion(findFunction(await store.read(place), slug).record, number)
      throw error
    }

  const stored = createSecrets({
    box: deps.secretBox,
    now,
    read: store.read,
    change: store.change,
    changed: deps.secretsChanged,
  })

  return {
    stored,
    secrets: stored.values,
    find(project, slug) {
      const file = store.loaded(project.ref)
      if (file) return activeVersion(project, file, slug)
      return store.open(project).then((records) => activeVersion(project, records, slug))
    },
    list: async (place) => activeFunctions(await store.read(place)),
    get: async (place, slug) => findFunction(await store.read(place), slug),
    deploy: (place, deployment) =>
      deployVersion({ store, inspections, newId: deps.newId, now }, place, deployment),
    update: (place, slug, given) =>
      replace(place, slug, (record) => ({ ...record, ...changesOf(given), updatedAt: now() })),
    activate: (place, slug, version) =>
      replace(place, slug, (record) => {
        requireVersion(record, version)
        return { ...record, active: version, updatedAt: now() }
      }),
    activateAll: (place, activations) =>
      store.change(place, (records) => activate(records, activations, now())),
    async remove(place, slug) {
      const id = await store.change(place, (records) => {
        const { record } = findFunction(records, slug)
        const functions = records.functions.filter((entry) => entry !== record)
        return [{ ...records, functions }, record.id] as const
      })
      await rm(path.dirname(folderOf(place, id, 1)), { recursive: true, force: true })
      await deps.functionRemoved(place, id)
    },
    async read(place, slug, number) {
      const { record } = findFunction(await store.read(place), slug)
      const version = requireVersion(record, number)
      const files = await readBundle(folderOf(place, record.id, number)).catch(
        unlessDeleted(place, slug, number),
      )
      return { record, version, files }
    },
    async checkTypes(place, slug, number) {
      const { record } = findFunction(await store.read(place), slug)
      const { entrypoint, importMap } = requireVersion(record, number)
      return inspections
        .typesOf(place, folderOf(place, record.id, number), { entrypoint, importMap })
        .catch(unlessDeleted(place, slug, number))
    },
    async check(place, bundle) {
      await store.open(place)
      return inspections.typesOfBundle(place, bundle)
    },
    copy: (from, to) => copyFunctions({ store, secrets: stored }, from, to),
    forget: store.forget,
  }
}

const folderOf = (place: ProjectHandle, id: string, version: number) =>
  versionFolderOf(functionsFolderOf(place), id, version)

/** Finds the version that calls of a slug go to. A record gives the same object each time. */
function createActiveVersions() {
  const versionsOf = new WeakMap<FunctionRecord, FunctionVersion>()

  return (place: ProjectHandle, file: RecordFile, slug: string): FunctionVersion | undefined => {
    const record = file.current().functions.find((entry) => entry.slug === slug)
    if (!record) return undefined
    const known = versionsOf.get(record)
    if (known) return known
    const version = record.versions.find((entry) => entry.version === record.active)
    if (!version) return undefined
    const active: FunctionVersion = {
      functionId: record.id,
      version: version.version,
      slug,
      verifyJwt: record.verifyJwt,
      folder: folderOf(place, record.id, version.version),
      entrypoint: version.entrypoint,
      importMap: version.importMap,
    }
    versionsOf.set(record, active)
    return active
  }
}
