import type { SettingsSection } from '@stoa/contract/settings-section'
import { z } from 'zod'

/**
 * An immutable snapshot of the settings that members change and services read. A change creates a
 * new object, so read a section each time it is needed.
 */
export type Settings = {
  of<Values extends object>(section: SettingsSection<Values>): Readonly<Values>
}

/** Stored settings: one object per section, by the section's name. */
export type StoredSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Reads stored settings. Each section is parsed once, when it is first used. */
export function createSettings(stored: StoredSettings): Settings {
  const known = new Map<string, unknown>()
  return {
    of<Values extends object>(section: SettingsSection<Values>) {
      const found = known.get(section.name)
      // Only this section stores a value under its name, so the type is right.
      if (found !== undefined) return found as Values
      const values = readSection(section, stored[section.name])
      known.set(section.name, values)
      return values
    },
  }
}

/**
 * Reads the fields of one section. A list keeps its valid elements. Any other field that is missing
 * or invalid gets its default, so projects of an older release have every field and one bad field
 * never keeps a project from starting.
 */
export function readSection<Values extends object>(
  { fields, defaults }: SettingsSection<Values>,
  stored: unknown,
): Values {
  const given = isRecord(stored) ? stored : {}
  const kept = Object.entries(fields).flatMap(([field, reader]) => {
    const result = Object.hasOwn(given, field) ? readField(reader, given[field]) : undefined
    return result?.success ? [[field, result.data] as const] : []
  })
  return { ...defaults, ...Object.fromEntries(kept) }
}

function readField(reader: SettingsSection['fields'][string], value: unknown) {
  const result = z.safeParse(reader, value)
  if (result.success || !Array.isArray(value)) return result
  const invalid = new Set(result.error.issues.map(({ path }) => path[0]))
  return z.safeParse(
    reader,
    value.filter((_, index) => !invalid.has(index)),
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
