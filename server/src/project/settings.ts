import type { SettingsSection } from '@stoa/contract/settings-section'

/**
 * What a project's members set and its services read, at one moment. Ask for a section each time it
 * is needed: a change makes new settings.
 */
export type Settings = {
  of<Values extends object>(section: SettingsSection<Values>): Readonly<Values>
}

/** Settings as they are stored: one object a section, by the section's name. */
export type StoredSettings = Readonly<Record<string, unknown>>

/** Reads stored settings. Each section is read once, when it is first asked for. */
export function createSettings(stored: StoredSettings): Settings {
  const known = new Map<string, unknown>()
  return {
    of<Values extends object>(section: SettingsSection<Values>) {
      const found = known.get(section.name)
      // Only this section puts a value under its name.
      if (found !== undefined) return found as Values
      const values = readSection(section, stored[section.name])
      known.set(section.name, values)
      return values
    },
  }
}

/**
 * The fields of one section. A field that is missing, or that does not pass its schema, has its
 * default: a project made by an older release reads like a new one, and one bad field never keeps a
 * project from starting.
 */
export function readSection<Values extends object>(
  { fields, defaults }: SettingsSection<Values>,
  stored: unknown,
): Values {
  const given = isRecord(stored) ? stored : {}
  const kept = Object.entries(fields).flatMap(([field, reader]) => {
    const result = Object.hasOwn(given, field) ? reader.safeParse(given[field]) : undefined
    return result?.success ? [[field, result.data] as const] : []
  })
  return { ...defaults, ...Object.fromEntries(kept) }
}

const isRecord = (value: unknown): value is StoredSettings =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
