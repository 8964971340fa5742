import { fillPath } from '../rooms/page-path.ts'
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
    const { title, parts } = await load()
    const path = fillPath(to, { ref: projectRef })
    return parts
      .flatMap((part) => drawnFields(part))
      .map(({ name, label }) => ({
        id: `setting:${path}:${name}`,
        title: label,
        detail: title,
        to: path,
      }))
  },
})
