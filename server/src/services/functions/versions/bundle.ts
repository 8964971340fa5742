import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  MAX_BUNDLE_BYTES,
  MAX_FUNCTION_FILE_BYTES,
  MAX_FUNCTION_FILES,
} from '@stoa/contract/services/functions/members'
import { AppError } from '../../../lib/errors.ts'
import { invalidBundle } from '../errors.ts'
import { CONFIG_NAME } from '../runtime/config-file.ts'
import { syncFolder, writeSynced } from './records.ts'

export type BundleFile = { readonly path: string; readonly content: Buffer }

/** The files of one version, with checked paths. */
export type Bundle = {
  readonly files: readonly BundleFile[]
  readonly bytes: number
  readonly entrypoint: string
  readonly importMap: string | undefined
  readonly sha256: string
}

type BundleSource = {
  readonly files: readonly BundleFile[]
  readonly entrypoint: string
  readonly importMap?: string | undefined
}

const MAX_PATH_LENGTH = 500
const MAX_NAME_BYTES = 255

/** The configurations that a function uses without naming them; the first one found applies. */
const CONFIGURATIONS = ['deno.json', 'deno.jsonc', 'import_map.json']

/**
 * Checks the files of a deployment. Without an import map, it is the configuration in the folder of
 * the entrypoint or in the nearest folder above it, as for Deno itself. Throws 400 `invalid_bundle`
 * or 413 `bundle_too_large`.
 */
export function createBundle({ files, entrypoint, importMap }: BundleSource): Bundle {
  if (files.length > MAX_FUNCTION_FILES) throw tooManyFiles()
  const checked = files.map((file) => ({ ...file, path: checkPath(file.path) }))
  let bytes = 0
  const paths = new Set<string>()
  for (const file of checked) {
    if (file.content.length > MAX_FUNCTION_FILE_BYTES) throw fileTooLarge(file.path)
    if (paths.has(file.path))
      throw invalidBundle(`The file ${file.path} is in the deployment twice.`)
    paths.add(file.path)
    bytes += file.content.length
  }
  if (bytes > MAX_BUNDLE_BYTES) throw bundleTooLarge()
  for (const file of checked)
    for (const parent of parentsOf(file.path))
      if (paths.has(parent)) throw invalidBundle(`${parent} is both a file and a folder.`)
  const start = checkPath(entrypoint)
  const bundle = {
    files: checked,
    bytes,
    entrypoint: start,
    importMap:
      importMap === undefined || importMap === ''
        ? findConfiguration(start, paths)
        : checkPath(importMap),
  }
  if (!paths.has(bundle.entrypoint))
    throw invalidBundle(`The entrypoint ${bundle.entrypoint} is not among the files.`)
  if (bundle.importMap !== undefined && !paths.has(bundle.importMap))
    throw invalidBundle(`The import map ${bundle.importMap} is not among the files.`)
  return { ...bundle, sha256: digestOf(bundle) }
}

/** Returns the path without `./` at its beginning, or throws if it is not a plain path in a folder. */
function checkPath(given: string): string {
  const name = given.replace(/^(?:\.\/)+/, '')
  const parts = name.split('/')
  const isPlain =
    name.length <= MAX_PATH_LENGTH &&
    // oxlint-disable-next-line no-control-regex -- Control characters are what is refused.
    !/[\\\u0000-\u001f\u007f]/.test(name) &&
    !/^[A-Za-z]:/.test(name) &&
    name.isWellFormed() &&
    parts.every(
      (part) =>
        part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= MAX_NAME_BYTES,
    )
  if (parts.includes(CONFIG_NAME))
    throw invalidBundle(`The name ${CONFIG_NAME} is reserved.`, 'Rename the file and deploy again.')
  if (isPlain) return name
  throw invalidBundle(
    `The path ${JSON.stringify(given.slice(0, 100))} is not a relative path inside the function.`,
    'Use paths such as "index.ts" or "lib/mail.ts".',
  )
}

function findConfiguration(entrypoint: string, paths: ReadonlySet<string>): string | undefined {
  const folders = ['', ...parentsOf(entrypoint).map((folder) => `${folder}/`)].toReversed()
  return folders
    .flatMap((folder) => CONFIGURATIONS.map((name) => folder + name))
    .find((name) => paths.has(name))
}

function parentsOf(name: string): readonly string[] {
  const parts = name.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

function digestOf({ files, entrypoint, importMap }: Omit<Bundle, 'sha256'>): string {
  const hash = createHash('sha256').update(JSON.stringify([entrypoint, importMap ?? null]))
  for (const file of files.toSorted((left, right) => (left.path < right.path ? -1 : 1)))
    hash.update(JSON.stringify([file.path, file.content.length])).update(file.content)
  return hash.digest('hex')
}

/** Writes the files into a new folder; they are durable when this resolves. */
export async function writeBundle(folder: string, { files }: Bundle): Promise<void> {
  const folders = new Set([folder])
  await mkdir(folder, { recursive: true })
  for (const file of files) {
    for (const parent of parentsOf(file.path)) folders.add(path.join(folder, parent))
    const place = path.join(folder, file.path)
    await mkdir(path.dirname(place), { recursive: true })
    await writeSynced(place, file.content)
  }
  for (const each of folders) await syncFolder(each)
}

/** The files of a stored version, sorted by path. Rejects with ENOENT if it was deleted. */
export async function readBundle(folder: string): Promise<readonly BundleFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted()
  const files: BundleFile[] = []
  for (const name of names)
    files.push({
      path: name.split(path.sep).join('/'),
      content: await readFile(path.join(folder, name)),
    })
  return files
}

export const tooManyFiles = (): AppError =>
  tooLarge(`A function has at most ${MAX_FUNCTION_FILES} files.`)

export const fileTooLarge = (name: string): AppError =>
  tooLarge(`The file ${name} is larger than ${MAX_FUNCTION_FILE_BYTES / 1024 / 1024} MB.`)

export const bundleTooLarge = (): AppError =>
  tooLarge(`The files are larger than ${MAX_BUNDLE_BYTES / 1024 / 1024} MB together.`)

const tooLarge = (message: string) =>
  new AppError('bundle_too_large', message, {
    status: 413,
    hint: 'Deploy only the files that the function needs.',
  })
