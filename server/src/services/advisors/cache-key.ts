import { createHash } from 'node:crypto'
import { MAX_KEY_LENGTH } from './limits.ts'

/**
 * A key that is the same in every run. Names are escaped, because two lists of names would have the
 * same key if one of them contained the separator.
 */
export function cacheKeyOf(rule: string, names: readonly string[]): string {
  const escaped = names.map((name) => encodeURIComponent(name).replaceAll('.', '%2E'))
  const key = [rule, ...escaped].join('.')
  if (key.length <= MAX_KEY_LENGTH) return key
  const digest = createHash('sha256').update(key).digest('hex')
  return `${rule}.${digest}`
}

/** The rule of a key. */
export const ruleOfKey = (key: string): string => key.split('.', 1)[0] ?? ''
