import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { format } from 'oxfmt'

/**
 * The modules of `contract/src/operations`, by their path in it. Each has the operations of the
 * module of the contract with the same path: method, path and access of every exported endpoint,
 * and of the endpoints in an exported object, with the types of their source.
 */
export async function renderOperations(root) {
  const folder = path.join(root, 'contract', 'src')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(?:platform|services)[\\/].*\.ts$/.test(name))
    .map((name) => name.replaceAll(path.sep, '/'))
    .toSorted((one, other) => one.localeCompare(other))
  const modules = await Promise.all(
    names.map(async (name) => {
      const exported = await import(pathToFileURL(path.join(folder, name)).href)
      return [name, await renderModule(name, exported)]
    }),
  )
  return new Map(modules.filter(([, text]) => text !== undefined))
}

async function renderModule(name, exported) {
  const operations = Object.entries(exported).flatMap(([key, value]) => {
    const operation = operationsIn(value)
    return operation === undefined ? [] : [[key, operation]]
  })
  if (operations.length === 0) return undefined
  const up = '../'.repeat(name.split('/').length)
  const lines = [
    '// Written by `npm run operations` from the endpoints of the module with the same path.',
    `import type { OperationsOf } from '${up}endpoint.ts'`,
    `import type * as source from '${up}${name}'`,
    ...operations.map(([key, value]) => renderOperation(key, value)),
  ]
  const style = { semi: false, singleQuote: true, printWidth: 100 }
  return (await format(name, `${lines.join('\n')}\n`, style)).code
}

/** @param {string} key */
const renderOperation = (key, value) =>
  `\nexport const ${key}: OperationsOf<typeof source.${key}> = ${JSON.stringify(value, null, 1)}`

/** Undefined for a value that neither is an endpoint nor has one. */
function operationsIn(value) {
  if (isEndpoint(value)) return operationOf(value)
  if (typeof value !== 'object' || value === null) return undefined
  const members = Object.entries(value)
  if (!members.some(([, member]) => isEndpoint(member))) return undefined
  return Object.fromEntries(
    members.flatMap(([key, member]) => {
      if (isEndpoint(member)) return [[key, operationOf(member)]]
      return typeof member === 'string' ? [[key, member]] : []
    }),
  )
}

const isEndpoint = (value) =>
  typeof value === 'object' && value !== null && 'method' in value && 'response' in value

const operationOf = ({ method, path: address, access }) => ({ method, path: address, access })
