import { rename, rm, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { FunctionSlug, type FunctionTypeCheck } from '@stoa/contract/services/functions/members'
import type { Clock } from '../../../lib/clock.ts'
import { createFairQueue } from '../../../lib/fair-queue.ts'
import { createKeyedMutex } from '../../../lib/keyed-mutex.ts'
import type { SecretBox } from '../../../lib/secret-box.ts'
import type { StoredProject } from '../../../project/project.ts'
import type { Inspection, Places } from '../runtime/places.ts'
import { createSecrets, type Secrets } from '../secrets/secrets.ts'
import { readBundle, writeBundle, type Bundle, type BundleFile } from './bundle.ts'
import { checkBundle } from './check.ts'
import {
  functionNotFound,
  invalidSlug,
  otherVersion,
  tooManyDeployments,
  tooManyFunctions,
  versionNotFound,
} from '../errors.ts'
import { MAX_FUNCTIONS, MAX_KEPT_VERSIONS } from './limits.ts'
import { nextRecord, NOT_ACTIVE } from './next-record.ts'
import {
  openRecords,
  stagingOf,
  syncFolder,
  versionFolderOf,
  type FunctionRecord,
  type RecordFile,
  type Records,
  type VersionRecord,
} from './records.ts'
import { checkTypes } from './type-check.ts'
import type { FunctionVersion, VersionSource } from './version.ts'

const NAME = 'functions'

/** The parts of a project that give access to its functions; it can be asleep or paused. */
export type ProjectHandle = Pick<StoredProject, 'ref' | 'folder'>

/** A function that has been deployed. */
export type ActiveFunction = { readonly record: FunctionRecord; readonly version: VersionRecord }

export type FunctionChange = {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly verifyJwt?: boolean | undefined
}

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

/** A version to activate, with other changes in the same step. */
export type Activation = FunctionChange & { readonly slug: string; readonly version: number }

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
  /** Releases the memory of a deleted project. */
  forget(ref: string): void
}

export type VersionsDeps = {
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly newId: () => string
  /** The organization that a project counts towards when checks of deployments are shared. */
  readonly organizationOf: (ref: string) => Promise<string>
  /** Where Deno reads files that are being deployed. Rejects if Deno is not installed. */
  readonly inspect: Places['inspect']
  /** Called so that running functions get the new secrets. */
  readonly secretsChanged: (ref: string) => void
  /** Called when a function was deleted with all its versions. */
  readonly functionRemoved: (place: ProjectHandle, functionId: string) => Promise<void>
}

/** The functions of every project: a file of records and a folder for each version. */
export function createVersions({
  clock,
  secretBox,
  newId,
  inspect,
  organizationOf,
  ...deps
}: VersionsDeps): Versions {
  const opened = new Map<string, Promise<RecordFile>>()
  /** The records that are loaded, which each call of a function needs. */
  const ready = new Map<string, RecordFile>()
  const versionsOf = new WeakMap<FunctionRecord, FunctionVersion>()
  const mutex = createKeyedMutex()
  // Each check runs a process. Those of types take longer, and deployments do not wait for them.
  const checks = createFairQueue({ places: 2, maxWaiting: 200, refuse: tooManyDeployments })
  const typeChecks = createFairQueue({ places: 1, maxWaiting: 200, refuse: tooManyDeployments })
  const now = () => clock.now().getTime()

  function open(place: ProjectHandle): Promise<RecordFile> {
    const known = opened.get(place.ref)
    if (known) return known
    const file = openRecords(place.folder(NAME))
    opened.set(place.ref, file)
    file.then(
      (records) => {
        if (opened.get(place.ref) === file) ready.set(place.ref, records)
      },
      // A failure must not outlast its cause.
      () => opened.delete(place.ref),
    )
    return file
  }

  const read = async (place: ProjectHandle) => (await open(place)).current()

  /** Reads, decides and saves while no other change of the project's records runs. */
  const change = <T>(
    place: ProjectHandle,
    decide: (records: Records) => Promise<readonly [Records, T]> | readonly [Records, T],
  ): Promise<T> =>
    mutex.runExclusive(place.ref, async () => {
      const file = await open(place)
      const [next, result] = await decide(file.current())
      await file.save(next)
      return result
    })

  async function inspecting<T>(folder: string, work: (inspection: Inspection) => Promise<T>) {
    const inspection = await inspect(folder)
    try {
      return await work(inspection)
    } finally {
      await inspection.close()
    }
  }

  const folderOf = (place: ProjectHandle, id: string, version: number) =>
    versionFolderOf(place.folder(NAME), id, version)

  const replace = (
    place: ProjectHandle,
    slug: string,
    make: (record: FunctionRecord) => FunctionRecord,
  ) =>
    change(place, (records) => {
      const next = make(find(records, slug).record)
      return [withFunction(records, next), activeOf(next)] as const
    })

  async function deploy(
    place: ProjectHandle,
    { slug, bundle, by, isActivated = true, ...given }: Deployment,
  ) {
    if (!FunctionSlug.safeParse(slug).success) throw invalidSlug()
    const folder = place.folder(NAME)
    await open(place)
    const staged = path.join(stagingOf(folder), newId())
    try {
      await writeBundle(staged, bundle)
      // An organization with many projects gets no more slots than one with a single project.
      await checks.run(await organizationOf(place.ref), () =>
        inspecting(staged, (inspection) => checkBundle(inspection, bundle)),
      )
      const { active, dropped } = await change(place, async (records) => {
        const at = now()
        const before = records.functions.find((entry) => entry.slug === slug)
        if ((given.expectedVersion ?? before?.active ?? 0) !== (before?.active ?? 0))
          throw otherVersion(slug, before?.active)
        if (!before && records.functions.length >= MAX_FUNCTIONS)
          throw tooManyFunctions(MAX_FUNCTIONS)
        const id = before?.id ?? newId()
        const number = (before?.lastVersion ?? 0) + 1
        const target = versionFolderOf(folder, id, number)
        await mkdir(path.dirname(target), { recursive: true })
        // A deployment whose record could not be saved leaves its folder.
        await rm(target, { recursive: true, force: true })
        await rename(staged, target)
        for (const each of [path.dirname(target), path.join(folder, 'versions'), folder])
          await syncFolder(each)
        const version: VersionRecord = {
          version: number,
          createdAt: at,
          createdBy: by,
          bytes: bundle.bytes,
          entrypoint: bundle.entrypoint,
          ...(bundle.importMap !== undefined && { importMap: bundle.importMap }),
          sha256: bundle.sha256,
        }
        const { record, dropped: old } = nextRecord(before, {
          id,
          slug,
          version,
          isActivated,
          changes: changesOf(given),
          at,
        })
        const dropped = old.map((each) => versionFolderOf(folder, id, each.version))
        const shown = { ...record, ...changesOf(given) }
        return [
          withFunction(records, record),
          { active: { record: shown, version }, dropped },
        ] as const
      })
      // Files that remain after a crash are removed at the next start.
      for (const old of dropped) await rm(old, { recursive: true, force: true })
      return active
    } finally {
      await rm(staged, { recursive: true, force: true })
    }
  }

  /** Rejects with 404 if the version has been deleted, and otherwise with the error. */
  const unlessDeleted =
    (place: ProjectHandle, slug: string, number: number) =>
    async (error: unknown): Promise<never> => {
      requireVersion(find(await read(place), slug).record, number)
      throw error
    }

  function activeVersion(place: ProjectHandle, file: RecordFile, slug: string) {
    const record = file.current().functions.find((entry) => entry.slug === slug)
    if (!record) return undefined
    const known = versionsOf.get(record)
    if (known) return known
    const version = record.versions.find((entry) => entry.version === record.active)
    if (!version) return undefined
    const found: FunctionVersion = {
      functionId: record.id,
      version: version.version,
      slug,
      verifyJwt: record.verifyJwt,
      folder: folderOf(place, record.id, version.version),
      entrypoint: version.entrypoint,
      importMap: version.importMap,
    }
    versionsOf.set(record, found)
    return found
  }

  const stored = createSecrets({
    box: secretBox,
    now,
    read,
    change,
    changed: deps.secretsChanged,
  })

  return {
    stored,
    secrets: stored.values,
    find(project, slug) {
      const file = ready.get(project.ref)
      if (file) return activeVersion(project, file, slug)
      return open(project).then((records) => activeVersion(project, records, slug))
    },
    list: async (place) => (await read(place)).functions.filter(isActive).map(activeOf),
    get: async (place, slug) => find(await read(place), slug),
    deploy,
    update: (place, slug, given) =>
      replace(place, slug, (record) => ({ ...record, ...changesOf(given), updatedAt: now() })),
    activate: (place, slug, version) =>
      replace(place, slug, (record) => {
        requireVersion(record, version)
        return { ...record, active: version, updatedAt: now() }
      }),
    activateAll: (place, activations) =>
      change(place, (records) => {
        let next = records
        const activated = activations.map(({ slug, version, ...given }) => {
          const record = next.functions.find((entry) => entry.slug === slug)
          if (!record) throw functionNotFound()
          requireVersion(record, version)
          const changed = { ...record, ...changesOf(given), active: version, updatedAt: now() }
          next = withFunction(next, changed)
          return activeOf(changed)
        })
        return [next, activated] as const
      }),
    async remove(place, slug) {
      const id = await change(place, (records) => {
        const { record } = find(records, slug)
        const functions = records.functions.filter((entry) => entry !== record)
        return [{ ...records, functions }, record.id] as const
      })
      await rm(path.dirname(folderOf(place, id, 1)), { recursive: true, force: true })
      await deps.functionRemoved(place, id)
    },
    async read(place, slug, number) {
      const { record } = find(await read(place), slug)
      const version = requireVersion(record, number)
      try {
        return {
          record,
          version,
          files: await readBundle(folderOf(place, record.id, number)),
        }
      } catch (error) {
        return unlessDeleted(place, slug, number)(error)
      }
    },
    async checkTypes(place, slug, number) {
      const { record } = find(await read(place), slug)
      const { entrypoint, importMap } = requireVersion(record, number)
      const files = folderOf(place, record.id, number)
      return typeChecks
        .run(await organizationOf(place.ref), () =>
          inspecting(files, (inspection) => checkTypes(inspection, { entrypoint, importMap })),
        )
        .catch(unlessDeleted(place, slug, number))
    },
    async check(place, bundle) {
      await open(place)
      const staged = path.join(stagingOf(place.folder(NAME)), newId())
      try {
        await writeBundle(staged, bundle)
        return await typeChecks.run(await organizationOf(place.ref), () =>
          inspecting(staged, async (inspection) => {
            await checkBundle(inspection, bundle)
            return checkTypes(inspection, bundle)
          }),
        )
      } finally {
        await rm(staged, { recursive: true, force: true })
      }
    },
    forget(ref) {
      opened.delete(ref)
      ready.delete(ref)
    },
  }
}

function withFunction(records: Records, record: FunctionRecord): Records {
  const others = records.functions.filter((entry) => entry.id !== record.id)
  return { ...records, functions: [...others, record] }
}

function activeOf(record: FunctionRecord): ActiveFunction {
  return { record, version: requireVersion(record, record.active) }
}

function find({ functions }: Records, slug: string): ActiveFunction {
  const record = functions.find((entry) => entry.slug === slug && isActive(entry))
  if (record) return activeOf(record)
  throw functionNotFound()
}

const changesOf = ({ name, description, verifyJwt }: FunctionChange) => ({
  ...(name !== undefined && { name }),
  ...(description !== undefined && { description }),
  ...(verifyJwt !== undefined && { verifyJwt }),
})

/** A function of which no version was ever activated does not exist for anybody but the deployer. */
const isActive = ({ active }: FunctionRecord): boolean => active !== NOT_ACTIVE

function requireVersion(record: FunctionRecord, number: number): VersionRecord {
  const version = record.versions.find((entry) => entry.version === number)
  if (version) return version
  throw versionNotFound(number, MAX_KEPT_VERSIONS)
}
