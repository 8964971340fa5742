import type { Endpoint } from '@stoa/contract/endpoint'
import { readdir } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import path from 'node:path'

const root = fileURLToPath(new URL('../../contract/src/', import.meta.url))

/**
 * Finds every operation of the contract: exported ones, and those inside exported objects, such as
 * the two of a settings section. A new operation is found without a change here.
 */
export async function contractEndpoints(): Promise<Endpoint[]> {
  const found = new Map<string, Endpoint>()
  const files = await readdir(root, { recursive: true })
  // The operations are written from the endpoints and have no schemas.
  const isSource = (name: string) => name.endsWith('.ts') && !name.startsWith('operations')
  for (const file of files.filter(isSource).sort()) {
    const module = (await import(pathToFileURL(path.join(root, file)).href)) as object
    for (const exported of Object.values(module) as unknown[])
      for (const endpoint of endpointsIn(exported)) found.set(nameOf(endpoint), endpoint)
  }
  return [...found.values()]
}

/** `GET /platform/projects/{ref}`, which no other operation has. */
export const nameOf = ({ method, path: route }: Endpoint): string => `${method} ${route}`

function endpointsIn(value: unknown): Endpoint[] {
  if (isEndpoint(value)) return [value]
  if (typeof value !== 'object' || value === null) return []
  if (Object.getPrototypeOf(value) !== Object.prototype) return []
  return (Object.values(value) as unknown[]).filter(isEndpoint)
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value
