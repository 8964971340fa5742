import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { extensionFolders, type ExtensionFolders } from '../../lib/extension-folders.ts'
import type { ExtensionPackage, PackageFile } from './package-files.ts'

const Installed = z.object({
  name: z.string(),
  version: z.string().nullable(),
  isTrusted: z.boolean(),
  files: z.array(z.object({ name: z.string(), kind: z.enum(['script', 'library']) })),
})
/** The record of an added package. */
export type InstalledPackage = z.infer<typeof Installed>

/** The names of the extensions that a package has. */
export const extensionsIn = ({ files }: Pick<InstalledPackage, 'files'>): string[] =>
  files
    .flatMap(({ name }) => /^(.+)\.control$/.exec(name)?.[1] ?? [])
    // A version can have a control file of its own, such as hstore--1.8.control.
    .filter((name) => !name.includes('--'))
    .toSorted()

/**
 * Copies the files of a package to where every cluster finds them. The record comes first and the
 * control files last, so an interrupted installation offers no incomplete extension and can be
 * repeated or removed. With `isTrusted`, owners of projects can create its extensions, whatever its
 * control files say.
 */
export async function install(
  engines: string,
  found: ExtensionPackage,
  { isTrusted }: { readonly isTrusted: boolean },
): Promise<InstalledPackage> {
  const folders = requireMajor(engines, found.major)
  const record: InstalledPackage = {
    name: found.name,
    version: found.version,
    isTrusted,
    files: found.files.map(({ name, kind }) => ({ name, kind })),
  }
  const before = await listInstalled(engines, found.major)
  requireFree(record, before)
  const old = before.find(({ name }) => name === record.name)
  const kept = new Set(record.files.map(({ name }) => name))
  await writeRecord(folders, { ...record, files: [...record.files, ...(old?.files ?? [])] })
  for (const file of found.files.toSorted((a, b) => rank(a) - rank(b)))
    await place(file, { folders, isTrusted })
  for (const file of old?.files ?? [])
    if (!kept.has(file.name)) await rm(placeOf(folders, file), { force: true })
  await writeRecord(folders, record)
  return record
}

/** Deletes the files of a package. Databases that use its extensions lose their libraries. */
export async function uninstall(engines: string, major: number, name: string): Promise<void> {
  const folders = extensionFolders(engines, major)
  const record = (await listInstalled(engines, major)).find((each) => each.name === name)
  if (!record)
    throw new AppError('package_not_added', `The package ${name} was not added.`, {
      status: 404,
      hint: 'Run "npm run -s stoa -- extension list" for the packages that were.',
    })
  for (const file of record.files.toSorted((a, b) => rank(b) - rank(a)))
    await rm(placeOf(folders, file), { force: true })
  await rm(recordOf(folders, name), { force: true })
}

/** The packages that were added for a major version of Postgres, by name. */
export async function listInstalled(
  engines: string,
  major: number,
): Promise<readonly InstalledPackage[]> {
  const { packages } = extensionFolders(engines, major)
  const names = existsSync(packages) ? await readdir(packages) : []
  const records = names.filter((name) => name.endsWith('.json')).toSorted()
  return Promise.all(
    records.map(async (name) =>
      Installed.parse(JSON.parse(await readFile(path.join(packages, name), 'utf8'))),
    ),
  )
}

/** The major versions of Postgres that the installation has had. */
export async function installedMajors(engines: string): Promise<readonly number[]> {
  const names = existsSync(engines) ? await readdir(engines) : []
  return names
    .flatMap((name) => /^extensions-(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => b - a)
}

function requireMajor(engines: string, major: number): ExtensionFolders {
  const folders = extensionFolders(engines, major)
  // The server makes the folder of its engine when it starts.
  if (existsSync(folders.scripts)) return folders
  throw new AppError(
    'extension_of_other_major',
    `The package is for Postgres ${major}, which this installation has not run.`,
    {
      status: 409,
      hint: 'Start the server once, and use the package for the major version of its Postgres (18 or later).',
    },
  )
}

function requireFree(record: InstalledPackage, before: readonly InstalledPackage[]): void {
  const names = new Set(record.files.map(({ name }) => name))
  for (const other of before)
    for (const { name } of other.files)
      if (other.name !== record.name && names.has(name))
        throw new AppError(
          'extension_file_exists',
          `${name} belongs to the package ${other.name}.`,
          {
            status: 409,
            hint: `Remove it first: npm run -s stoa -- extension remove ${other.name}`,
          },
        )
}

/** Libraries, then scripts, then the control files that offer them. */
const rank = ({ name, kind }: Pick<PackageFile, 'kind' | 'name'>) => {
  if (kind === 'library') return 0
  return name.endsWith('.control') ? 2 : 1
}

const placeOf = (folders: ExtensionFolders, { name, kind }: Pick<PackageFile, 'kind' | 'name'>) =>
  path.join(kind === 'library' ? folders.libraries : folders.scripts, name)

/** A running server may have the library in memory, so the file is replaced and never overwritten. */
async function place(
  file: PackageFile,
  { folders, isTrusted }: { readonly folders: ExtensionFolders; readonly isTrusted: boolean },
): Promise<void> {
  const target = placeOf(folders, file)
  const partial = `${target}.partial-${randomBytes(4).toString('hex')}`
  try {
    if (isTrusted && file.name.endsWith('.control')) {
      const content = await readFile(file.source, 'utf8')
      await writeFile(
        partial,
        `${content.replaceAll(/^\s*trusted\s*=.*$/gm, '')}\ntrusted = true\n`,
      )
    } else await copyFile(file.source, partial)
    await chmod(partial, file.kind === 'library' ? 0o755 : 0o644)
    await rename(partial, target)
  } finally {
    await rm(partial, { force: true })
  }
}

const recordOf = ({ packages }: ExtensionFolders, name: string) =>
  path.join(packages, `${name.replaceAll(/[^\w.+-]/g, '_')}.json`)

async function writeRecord(folders: ExtensionFolders, record: InstalledPackage): Promise<void> {
  const target = recordOf(folders, record.name)
  const partial = `${target}.partial`
  await writeFile(partial, JSON.stringify(record, undefined, 2))
  await rename(partial, target)
}
