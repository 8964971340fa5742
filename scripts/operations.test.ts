import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/environment.mjs'
import { renderOperations } from './lib/operations.mjs'

const folder = path.join(root, 'contract', 'src', 'operations')

it('The operations are those of the endpoints; after a change, run npm run operations', async () => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const written = names
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [name.replaceAll(path.sep, '/'), readFileSync(path.join(folder, name), 'utf8')])
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(await renderOperations(root)))
})
