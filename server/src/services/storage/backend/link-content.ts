import { link, mkdir, readdir, copyFile, constants } from 'node:fs/promises'
import path from 'node:path'
import { isVersion } from './content-place.ts'
import { codeOf, emptyIfMissing, syncFile } from './files.ts'

/** The files that are linked at the same time; Node has only a few threads for files. */
const AT_ONCE = 32

/**
 * Gives a copied project the content of its origin, as second names of the same files: content never
 * changes, and each project removes its own names. Continues where an earlier call ended.
 */
export async function linkContent(from: string, to: string): Promise<void> {
  const [source, target] = [path.join(from, 'content'), path.join(to, 'content')]
  for (const name of await readdir(source).catch(emptyIfMissing)) {
    const directory = path.join(target, name)
    await mkdir(directory, { recursive: true })
    const versions = (await readdir(path.join(source, name))).filter(isVersion)
    for (let at = 0; at < versions.length; at += AT_ONCE) {
      const some = versions.slice(at, at + AT_ONCE)
      await Promise.all(
        some.map((version) =>
          linkFile(path.join(source, name, version), path.join(directory, version)),
        ),
      )
    }
    await syncFile(directory)
  }
}

async function linkFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const code = String(codeOf(error))
    // It was linked before, or removed from the origin in the meantime.
    if (['EEXIST', 'ENOENT'].includes(code)) return
    // Other file systems, and those without second names.
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes(code)) throw error
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  }
}
