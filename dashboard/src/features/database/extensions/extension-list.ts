import type { CataloguedExtension } from '@stoa/contract/catalog/extensions'
import type { DatabaseExtension } from '@stoa/contract/services/meta/extensions'

export type ListedExtension = {
  name: string
  comment: string
  catalogued: CataloguedExtension | undefined
  /** Undefined if the server doesn't have it. */
  found: DatabaseExtension | undefined
}

/** The extensions of the server and of the catalogue by name, installed ones first. */
export function listedExtensions(
  found: readonly DatabaseExtension[],
  catalogue: readonly CataloguedExtension[],
): ListedExtension[] {
  const byName = new Map(found.map((extension) => [extension.name, extension]))
  const known = new Map(catalogue.map((extension) => [extension.name, extension]))
  const names = [...new Set([...byName.keys(), ...known.keys()])]
  return names
    .map((name) => ({
      name,
      comment: known.get(name)?.comment ?? byName.get(name)?.comment ?? '',
      catalogued: known.get(name),
      found: byName.get(name),
    }))
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}

/** Installed extensions come first, then those that can be installed. */
function rank({ found, catalogued }: ListedExtension): number {
  if (found?.installed_version || catalogued?.builtIn) return 0
  if (found?.can_install) return 1
  return found ? 2 : 3
}

/** Extensions whose name, description or tags contain the text. */
export function findExtensions(
  extensions: readonly ListedExtension[],
  search: string,
): ListedExtension[] {
  const wanted = search.trim().toLowerCase()
  return extensions.filter(({ name, comment, catalogued }) =>
    [name, comment, ...(catalogued?.tags ?? [])].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  )
}

/** Why an extension can't be installed, or undefined if it can. */
export function whyNotInstalled({ found, catalogued }: ListedExtension): string | undefined {
  if (catalogued?.builtIn)
    return `Every project has its functions in the schema ${catalogued.builtIn}. There is nothing to install.`
  if (!found?.default_version)
    return catalogued?.deprecated
      ? `Its files are not installed on this server. ${catalogued.deprecated.join(' and ')} and later no longer support it.`
      : `Its files are not installed on this server. ${howToGet(catalogued)}`
  if (!found.can_install)
    return 'Only a superuser can install it, because it gives access outside the database.'
  return undefined
}

const howToGet = (catalogued: CataloguedExtension | undefined): string =>
  catalogued?.package === undefined
    ? 'An operator can add them with the command “stoa extension add”.'
    : `An operator can add the package postgresql-<version>-${catalogued.package} with the command “stoa extension add”.`

/** Extensions that have to be installed first. */
export const missingRequirements = (
  { requires }: DatabaseExtension,
  found: readonly DatabaseExtension[],
): string[] =>
  requires.filter((name) => !found.find((other) => other.name === name)?.installed_version)
