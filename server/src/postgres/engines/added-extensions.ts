import { existsSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { extensionFolders } from '../../lib/extension-folders.ts'
import { notWritable } from '../data-folder/checks.ts'

/** Where clusters look for extensions besides the engine's own, as values of Postgres's settings. */
export type ExtensionPaths = {
  /** The value of `extension_control_path`. */
  readonly control: string
  /** The value of `dynamic_library_path`. */
  readonly libraries: string
}

/**
 * Adds the places of further extensions to the paths of an engine (Postgres 18 and later): first
 * those that the operator added with `stoa extension add`, then those of the distribution's packages
 * for the same major version. The engine's own extensions come before both. Postgres reads the
 * folders whenever an extension is looked for, so a running cluster finds what is added later.
 */
export async function withAddedExtensions(
  folder: string,
  { major, control }: { readonly major: number; readonly control: string },
): Promise<ExtensionPaths> {
  const added = extensionFolders(folder, major)
  // A colon separates folders.
  if (major < 18 || added.share.includes(':')) return { control, libraries: OWN_LIBRARIES }
  await makeReadable(Object.values(added))
  const shared = `/usr/share/postgresql/${major}`
  const isPackaged = existsSync(`${shared}/extension`)
  const libraries = isPackaged ? [`/usr/lib/postgresql/${major}/lib`] : []
  return {
    control: [control, added.share, ...(isPackaged ? [shared] : [])].join(':'),
    libraries: [OWN_LIBRARIES, added.libraries, ...libraries].join(':'),
  }
}

const OWN_LIBRARIES = '$libdir'

async function makeReadable(folders: readonly string[]): Promise<void> {
  for (const folder of folders)
    try {
      await mkdir(folder, { recursive: true })
      await chmod(folder, 0o755)
    } catch (error) {
      throw notWritable(folder, error)
    }
}
