import type { SettingsSection } from '@stoa/contract/settings-section'
import { z } from 'zod'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { StoredSettings } from '../../project/settings.ts'

/** How a secret is stored in place of its text. */
const Sealed = z.strictObject({ $sealed: z.base64() })

/** Decrypts the secrets of stored settings. A secret that cannot be read counts as not set. */
export function openSecrets(box: SecretBox, ref: string, stored: StoredSettings): StoredSettings {
  const open = (section: string, field: string, value: unknown): unknown => {
    const sealed = Sealed.safeParse(value)
    if (!sealed.success) return value
    try {
      return box.open(Buffer.from(sealed.data.$sealed, 'base64'), contextOf(ref, section, field))
    } catch {
      return ''
    }
  }
  return mapValues(stored, (fields, section) =>
    mapValues(fields, (value, field) => open(section, field, value)),
  )
}

/** Encrypts the secrets of one project's settings for another one. */
export const resealSecrets = (
  box: SecretBox,
  { from, to }: { readonly from: string; readonly to: string },
  stored: StoredSettings,
): StoredSettings => {
  const opened = openSecrets(box, from, stored)
  return mapValues(stored, (fields, section) =>
    mapValues(fields, (value, field) => {
      if (!Sealed.safeParse(value).success) return value
      const secret = opened[section]?.[field]
      if (typeof secret !== 'string' || secret === '') return ''
      return sealOne(box, contextOf(to, section, field), secret)
    }),
  )
}

/** Encrypts the secrets of one section before it is stored. */
export const sealSecrets = (
  box: SecretBox,
  ref: string,
  { name, secrets }: SettingsSection,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  mapValues(values, (value, field) =>
    secrets.includes(field) && typeof value === 'string' && value !== ''
      ? sealOne(box, contextOf(ref, name, field), value)
      : value,
  )

const sealOne = (box: SecretBox, context: string, value: string) => ({
  $sealed: box.seal(value, context).toString('base64'),
})

const contextOf = (ref: string, section: string, field: string) => `${ref}/${section}/${field}`

const mapValues = <Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Mapped,
): Readonly<Record<string, Mapped>> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
