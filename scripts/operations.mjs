/** `npm run operations`: writes the operations of the contract, from its endpoints, into contract/src/operations. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/environment.mjs'
import { renderOperations } from './lib/operations.mjs'

const folder = path.join(root, 'contract', 'src', 'operations')
rmSync(folder, { recursive: true, force: true })
for (const [name, text] of await renderOperations(root)) {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}
