import { readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { StoredProject } from '../../../project/project.ts'
import type { FunctionLogs } from '../runtime/logs.ts'
import { createBundle, type Bundle } from '../versions/bundle.ts'
import type { Versions } from '../versions/versions.ts'
import { writeSynced } from '../versions/records.ts'
import { listSources, type FunctionSource } from './sources.ts'

/** Who deployed a version, in the list of versions. */
const DEPLOYED_BY = 'Functions folder'
/** Polling also notices changes on mounted file systems, which report none. */
const EVERY_MS = 500
const FILE = 'watched-folder.json'
const Deployed = z.record(z.string(), z.string())

export type FolderWatchDeps = {
  readonly folder: string
  readonly versions: Versions
  readonly logs: FunctionLogs
}

export type FolderWatch = { stop(): Promise<void> }

/**
 * Deploys the functions in a folder, now and after each change of their files. Each state of the
 * files is deployed once: a version that somebody activated or deployed in another way stays active
 * until the files change again. Functions whose files disappear are kept, because deleting one
 * deletes all its versions. Resolves when the folder's present state is deployed.
 */
export async function watchFolder(
  project: StoredProject,
  { folder, versions, logs }: FolderWatchDeps,
): Promise<FolderWatch> {
  const log = project.log('functions')
  const ended = new AbortController()
  const record = path.join(project.folder('functions'), FILE)
  const deployed = new Map(Object.entries(await readRecord(record)))
  /** By slug: the signature of the files that were looked at, and of those that may still change. */
  const seen = new Map<string, string>()
  const settling = new Map<string, string>()
  /** By slug, and for the folder itself by an empty text: the last problem, reported once. */
  const told = new Map<string, string>()

  async function look({ isFirst }: { readonly isFirst: boolean }): Promise<void> {
    for (const source of await listSources(folder)) {
      const { slug, signature } = source
      if (ended.signal.aborted) return
      if (seen.get(slug) === signature) continue
      // Saving several files at once should not create a version for each.
      if (!isFirst && settling.get(slug) !== signature) settling.set(slug, signature)
      else if (await deploy(source)) seen.set(slug, signature)
    }
    told.delete('')
  }

  /** Returns whether this state of the files needs no further attempt. */
  async function deploy(source: FunctionSource): Promise<boolean> {
    const { slug, entrypoint } = source
    try {
      const bundle = createBundle({ files: await source.read(), entrypoint })
      if (deployed.get(slug) === bundle.sha256) return true
      if (!(await isActive(slug, bundle))) await deployBundle(slug, bundle)
      deployed.set(slug, bundle.sha256)
      await saveRecord()
      told.delete(slug)
      return true
    } catch (error) {
      const isTransient = !(error instanceof AppError) || error.status === 429
      await report(slug, error instanceof AppError ? error.message : String(error))
      return !isTransient
    }
  }

  const activeOf = (slug: string) => versions.get(project, slug).catch(() => undefined)

  async function isActive(slug: string, { sha256 }: Bundle): Promise<boolean> {
    return (await activeOf(slug))?.version.sha256 === sha256
  }

  async function deployBundle(slug: string, bundle: Bundle): Promise<void> {
    const { version } = await versions.deploy(project, { slug, bundle, by: DEPLOYED_BY })
    log.info({ slug, version: version.version }, 'A function was deployed.')
  }

  async function saveRecord(): Promise<void> {
    await writeSynced(`${record}.new`, JSON.stringify(Object.fromEntries(deployed)))
    await rename(`${record}.new`, record)
  }

  /**
   * Written to the server's log and, for people who see only the dashboard, to the function's log.
   */
  async function report(slug: string, reason: string): Promise<void> {
    const message = `The files in the functions folder were not deployed: ${reason}`
    if (told.get(slug) === message) return
    told.set(slug, message)
    log.warn({ slug, folder }, message)
    const active = await activeOf(slug)
    if (!active) return
    const { record, version } = active
    const source = { functionId: record.id, version: version.version, executionId: '' }
    logs.add(project, source, () => ({ kind: 'boot', level: 'error', message }))
  }

  const lookSafely = (isFirst: boolean) =>
    look({ isFirst }).catch((error: unknown) => {
      if (told.get('') === String(error)) return
      told.set('', String(error))
      log.warn({ folder, err: error }, 'The functions folder cannot be read.')
    })

  async function keepLooking(): Promise<void> {
    while (!ended.signal.aborted) {
      await pause(EVERY_MS, undefined, { signal: ended.signal, ref: false }).catch(() => {})
      if (!ended.signal.aborted) await lookSafely(false)
    }
  }

  await lookSafely(true)
  const watching = keepLooking()
  return {
    stop() {
      ended.abort()
      return watching
    },
  }
}

/** By slug, the digest of the last bundle that was deployed from the folder. */
async function readRecord(file: string): Promise<z.infer<typeof Deployed>> {
  try {
    return Deployed.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    // Without it, files that differ from the active version are deployed.
    return {}
  }
}
