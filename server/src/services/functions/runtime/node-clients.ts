import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Signs of code for Node: its modules, packages, and modules from other sites. */
const SIGNS = /\bnpm:|\bjsr:|\bnode:|["'`]https:\/\//
const CODE = /\.(?:[cm]?[jt]sx?|jsonc?)$/
const MAX_FILES = 50
const MAX_BYTES = 512 * 1024

/**
 * Whether a version can contain code that uses Node's `net` or `http`. Loading them takes time that
 * other functions need not spend on their start. True if the files are too many to check.
 */
export async function mayUseNode(folder: string): Promise<boolean> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => CODE.test(name))
  if (names.length > MAX_FILES) return true
  let bytes = 0
  for (const name of names) {
    const text = await readFile(path.join(folder, name), 'utf8').catch(() => '')
    bytes += text.length
    if (bytes > MAX_BYTES || SIGNS.test(text)) return true
  }
  return false
}
