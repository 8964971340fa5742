import { fillPath } from '../rooms/page-path.ts'
import { PRODUCTS } from '../rooms/products.ts'
import type { PagePath, PaletteSource } from '../rooms/room.ts'
import { drawnFields, type SettingsDeclaration } from './settings-declaration.ts'

/**
 * Lets the palette find the settings of a project's page by their labels. The declaration is loaded
 * when the palette opens.
 */
export const settingsSource = <Values extends object>(
  to: PagePath,
  load: () => Promise<SettingsDeclaration<Values>>,
): PaletteSource => ({
  id: `settings:${to}`,
  heading: 'Settings',
  scopes: ['project'],
  async read({ projectRef }) {
    if (projectRef === undefined) return []
    const { product, title, parts } = await load()
    const page = `${PRODUCTS[product].label} › ${title}`
    const path = fillPath(to, { ref: projectRef })
    const fields = parts.flatMap((part) =>
      drawnFields(part).map(({ name, label }) => ({ name, label, part: part.title })),
    )
    return fields.map(({ name, label, part }) => ({
      id: `setting:${path}:${name}`,
      title: label,
      // Several parts can have a setting of the same name.
      detail: fields.some((other) => other.label === label && other.name !== name)
        ? `${page}: ${part}`
        : page,
      to: path,
    }))
  },
})
