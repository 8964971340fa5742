import { readFile, stat, writeFile } from 'node:fs/promises'

/**
 * Whether a folder is a copy of the one that `rememberFolder` was last called for, such as a backup
 * that was put back. A folder that was only moved is none, nor is one without a record.
 */
export async function isCopied(folder: string): Promise<boolean> {
  const known = await readFile(recordOf(folder), 'utf8').catch(() => undefined)
  return known !== undefined && known !== (await identityOf(folder))
}

/** Records which folder this is, in a file beside it that a copy has as well. */
export async function rememberFolder(folder: string): Promise<void> {
  await writeFile(recordOf(folder), await identityOf(folder), { mode: 0o600 })
}

const recordOf = (folder: string) => `${folder}.id`

/** The time of its creation is included because each disk numbers its folders from the start. */
async function identityOf(folder: string): Promise<string> {
  const { ino, birthtimeNs } = await stat(folder, { bigint: true })
  return `${ino} ${birthtimeNs}\n`
}
