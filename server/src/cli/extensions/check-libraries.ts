import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { AppError } from '../../lib/errors.ts'
import type { ExtensionPackage } from './package-files.ts'

const run = promisify(execFile)

/**
 * Rejects with 409 `extension_library_unusable` if this system lacks a library, or a version of one,
 * that the extension's own libraries need. Systems without `ldd` are not checked.
 */
export async function checkLibraries({ name, files, depends }: ExtensionPackage): Promise<void> {
  for (const { kind, source } of files) {
    if (kind !== 'library') continue
    const missing = missingLibrary(await linked(source))
    if (!missing) continue
    throw new AppError(
      'extension_library_unusable',
      `${name} cannot be loaded on this system: ${missing.library} is missing.`,
      {
        status: 409,
        hint: missing.isVersion
          ? 'It was built for a newer system. Use the package of this version of the distribution.'
          : `Install the packages that it depends on${depends && `: ${depends}`}.`,
      },
    )
  }
}

const MISSING = /version `([^']+)' not found|^\s*(\S+) => not found/m

/** The first library, or version of one, that `ldd` did not find. */
export function missingLibrary(
  output: string,
): { readonly library: string; readonly isVersion: boolean } | undefined {
  const [, version, library] = MISSING.exec(output) ?? []
  if (version !== undefined) return { library: version, isVersion: true }
  return library === undefined ? undefined : { library, isVersion: false }
}

async function linked(library: string): Promise<string> {
  try {
    const { stdout, stderr } = await run('ldd', [library])
    return stdout + stderr
  } catch (error) {
    return error instanceof Error && 'stderr' in error && 'stdout' in error
      ? `${String(error.stdout)}${String(error.stderr)}`
      : ''
  }
}
