import type { Place } from '../shell/use-place.ts'
import type { PagePath } from './room.ts'

/** Writes the place's project or organization into a page's path. */
export const pathIn = (place: Place, path: PagePath): PagePath =>
  fillPath(path, {
    ...(place.kind === 'project' && { ref: place.ref }),
    ...(place.kind === 'organization' && { slug: place.slug }),
  })

/** Replaces each `$name` that `parameters` has. */
export const fillPath = (path: PagePath, parameters: Readonly<Record<string, string>>): PagePath =>
  path
    .split('/')
    .map((part) => (part.startsWith('$') && parameters[part.slice(1)]) || part)
    .join('/')

/** The parameters of a path that has an address; undefined when the address is another one. */
export function matchPath(path: PagePath, address: string): Record<string, string> | undefined {
  const wanted = path.split('/')
  const given = address.replace(/\/+$/, '').split('/')
  if (wanted.length !== given.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? ''
    if (part.startsWith('$') && text !== '') parameters[part.slice(1)] = text
    else if (part !== text) return undefined
  }
  return parameters
}
