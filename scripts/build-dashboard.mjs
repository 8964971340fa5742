/**
 * Builds the dashboard, adds the code editor's files, and writes a Brotli and a gzip copy of every
 * text file, so that the server never has to compress anything.
 */
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { root } from './lib/environment.mjs'

const dashboard = path.join(root, 'dashboard')
const dist = path.join(dashboard, 'dist')
const TEXT = /\.(js|css|html|svg|json|txt|map)$/
const SMALLEST = 1024
const LARGE = 1024 * 1024

await rm(dist, { recursive: true, force: true })
await build({ root: dashboard, logLevel: 'error' })
await cp(
  path.join(root, 'node_modules', 'monaco-editor', 'min', 'vs'),
  path.join(dist, 'monaco', 'vs'),
  {
    recursive: true,
  },
)
const files = (await readdir(dist, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && TEXT.test(entry.name))
  .map((entry) => path.join(entry.parentPath, entry.name))
await Promise.all(files.map(compress))

async function compress(file) {
  const content = await readFile(file)
  if (content.length < SMALLEST) return
  // The code editor is megabytes of text, and maximum compression would take 30 seconds longer.
  const isLong = content.length > LARGE || file.includes(`${path.sep}monaco${path.sep}`)
  const quality = isLong ? 5 : 11
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
