import { readdirSync } from 'node:fs'
import path from 'node:path'

/** Source files below a folder, without tests and the hidden folders that running tests create. */
export function sourceFiles(folder, below = '') {
  return readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const file = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.name.startsWith('.')) return []
    if (entry.isDirectory()) return sourceFiles(folder, file)
    return file.endsWith('.ts') && !file.endsWith('.test.ts') ? [file] : []
  })
}
