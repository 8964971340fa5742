import { isString, readSetting, removeSetting, writeSetting } from '../../lib/storage.ts'

const KEY = 'stoa.last-organization'

/** The slug of the organization that was last open in this browser, or null. */
export const readLastOrganization = (): string | null => readSetting(KEY, '', isString) || null

export const keepLastOrganization = (slug: string) => writeSetting(KEY, slug)

/** Forgets a slug that no longer exists. */
export function forgetLastOrganization(slug: string) {
  if (readLastOrganization() === slug) removeSetting(KEY)
}
