import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '../../lib/errors.ts'

const run = promisify(execFile)

/** One file of an extension, and the place where it was unpacked. */
export type PackageFile = {
  readonly name: string
  readonly kind: 'script' | 'library'
  readonly source: string
}

/** The extension files of a package or a folder, for one major version of Postgres. */
export type ExtensionPackage = {
  readonly name: string
  /** `0.8.0-1`; null for a folder. */
  readonly version: string | null
  readonly major: number
  readonly files: readonly PackageFile[]
  /** Its extensions that only a superuser can create, because their authors did not mark them. */
  readonly untrusted: readonly string[]
  /** Names of packages with the libraries that it needs, as the package states them. */
  readonly depends: string
}

const SCRIPT = /^[\w.-]+\.(?:control|sql)$/
const LIBRARY = /^[\w.-]+\.(?:so|dylib)$/
const SHARE = /(?:^|\/)share\/postgresql\/(\d+)\/extension$/
const LIB = /(?:^|\/)lib\/postgresql\/(\d+)\/lib$/

/**
 * Reads a Debian package (`.deb`) or a folder into which one was unpacked, and passes its extension
 * files to `work`. What was unpacked is deleted afterwards.
 */
export async function withPackage<T>(
  source: string,
  work: (found: ExtensionPackage) => Promise<T>,
): Promise<T> {
  const found = await stat(source).catch(() => undefined)
  if (!found) throw missing(source)
  if (found.isDirectory())
    return work(await collect(source, { name: path.basename(path.resolve(source)), version: null }))
  if (!source.endsWith('.deb')) throw notPackage(source)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-extension-'))
  try {
    await dpkg(['-x', source, folder])
    const field = async (name: string) => (await dpkg(['-f', source, name])).trim()
    const [name, version, depends] = await Promise.all(['Package', 'Version', 'Depends'].map(field))
    return await work(
      await collect(folder, { name: name ?? '', version: version ?? null, depends: depends ?? '' }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function collect(
  folder: string,
  named: { readonly name: string; readonly version: string | null; readonly depends?: string },
): Promise<ExtensionPackage> {
  const majors = new Set<number>()
  const files: PackageFile[] = []
  // Links are not followed: an entry has to be a file of the package itself.
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const script = SHARE.exec(entry.parentPath)
    const library = LIB.exec(entry.parentPath)
    const isNeeded = script ? SCRIPT.test(entry.name) : library && LIBRARY.test(entry.name)
    if (!isNeeded) continue
    majors.add(Number((script ?? library)?.[1]))
    const source = path.join(entry.parentPath, entry.name)
    files.push({ name: entry.name, kind: script ? 'script' : 'library', source })
  }
  const [major, ...others] = majors
  if (major === undefined || !files.some(({ name }) => name.endsWith('.control')))
    throw new AppError('extension_files_missing', `${named.name} contains no extension.`, {
      status: 400,
      hint: 'Use a package such as postgresql-18-pgvector, whose control files are in usr/share/postgresql/18/extension.',
    })
  if (others.length > 0)
    throw new AppError(
      'extension_ambiguous',
      `${named.name} contains extensions for several versions of Postgres.`,
      { status: 400, hint: 'Add the package of one version.' },
    )
  return { depends: '', ...named, major, files, untrusted: await untrustedIn(files) }
}

async function untrustedIn(files: readonly PackageFile[]): Promise<string[]> {
  const untrusted: string[] = []
  for (const { name, source } of files) {
    const extension = /^(.+)\.control$/.exec(name)?.[1]
    if (extension === undefined || extension.includes('--')) continue
    const control = await readFile(source, 'utf8')
    if (!/^\s*trusted\s*=\s*'?(?:true|on|yes|1)/im.test(control)) untrusted.push(extension)
  }
  return untrusted
}

async function dpkg(args: readonly string[]): Promise<string> {
  try {
    return (await run('dpkg-deb', [...args], { maxBuffer: 1024 * 1024 })).stdout
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
      throw new AppError(
        'dpkg_missing',
        'This system has no dpkg-deb, which unpacks the package.',
        {
          status: 500,
          hint: 'Unpack the package elsewhere, and pass the folder with its usr folder.',
        },
      )
    throw new AppError('package_unreadable', 'The package cannot be unpacked.', {
      status: 400,
      hint: 'Download it again.',
      cause,
    })
  }
}

const missing = (source: string) =>
  new AppError('package_not_found', `${source} does not exist.`, {
    status: 404,
    hint: 'On Debian and Ubuntu, "apt-get download postgresql-18-pgvector" downloads a package.',
  })

const notPackage = (source: string) =>
  new AppError('package_unreadable', `${source} is not a Debian package.`, {
    status: 400,
    hint: 'Pass a file that ends in .deb, or the folder into which it was unpacked.',
  })
