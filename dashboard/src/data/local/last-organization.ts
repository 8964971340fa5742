import { isString, readSetting, removeSetting, writeSetting } from '../../lib/storage.ts'

const KEY = 'stoa.last-organization'

/** Slug of the organization this browser was last in; null when there was none. */
export const readLastOrganization = (): string | null => readSetting(KEY, '', isString) || null

export const keepLastOrganization = (slug: string) => writeSetting(KEY, slug)

/** Forgets a slug that turned out to be gone. */
export function forgetLastOrganization(slug: string) {
  if (readLastOrganization() === slug) removeSetting(KEY)
}
