import type { ProductArea } from '../shell/use-place.ts'
import type { PagePath } from './room.ts'

/** Fills the current project or organization into a page's path. */
export const pathIn = (place: ProductArea, path: PagePath): PagePath =>
  fillPath(path, {
    ...(place.kind === 'project' && { ref: place.ref }),
    ...(place.kind === 'organization' && { slug: place.slug }),
  })

/** Replaces each `$name` with its value in `parameters`. */
export const fillPath = (path: PagePath, parameters: Readonly<Record<string, string>>): PagePath =>
  path
    .split('/')
    .map((part) => (part.startsWith('$') && parameters[part.slice(1)]) || part)
    .join('/')

/** The parameters of an address that matches the path, or undefined when it does not match. */
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
