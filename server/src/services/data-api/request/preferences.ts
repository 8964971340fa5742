import { refusal } from '../errors.ts'

export type Count = 'exact' | 'planned' | 'estimated'
export type Representation = 'minimal' | 'headers-only' | 'representation'

/** The preferences of a `Prefer` header (RFC 7240); the first of duplicates applies. */
export type Preferences = {
  readonly count: Count | undefined
  readonly representation: Representation | undefined
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  readonly missing: 'default' | 'null' | undefined
  readonly handling: 'strict' | 'lenient' | undefined
  readonly timezone: string | undefined
  readonly maxAffected: number | undefined
  /** Only has an effect if the project's settings allow it. */
  readonly transaction: 'commit' | 'rollback' | undefined
  /** The unknown preferences, unchanged. */
  readonly unknown: readonly string[]
}

const CHOICES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    count: ['exact', 'planned', 'estimated'],
    return: ['minimal', 'headers-only', 'representation'],
    resolution: ['merge-duplicates', 'ignore-duplicates'],
    missing: ['default', 'null'],
    handling: ['strict', 'lenient'],
    tx: ['commit', 'rollback'],
  }),
)

/** Recognizing a time zone takes a tenth of a millisecond. */
const MAX_PREFERENCES = 50

const none: Preferences = {
  count: undefined,
  representation: undefined,
  resolution: undefined,
  missing: undefined,
  handling: undefined,
  timezone: undefined,
  maxAffected: undefined,
  transaction: undefined,
  unknown: [],
}

/**
 * Parses a `Prefer` header. Unknown preferences are kept for `refuseInvalid`. Throws PGRST122 (400)
 * for more than 50.
 */
export function parsePreferences(header: string | undefined): Preferences {
  if (header === undefined || header === '') return none
  const given = new Map<string, string>()
  const unknown: string[] = []
  const parts = header.split(',', MAX_PREFERENCES + 1)
  if (parts.length > MAX_PREFERENCES)
    throw refusal('PGRST122', `More than ${MAX_PREFERENCES} preferences`, {
      status: 400,
      hint: 'Send each preference only once.',
    })
  for (const part of parts) {
    const preference = part.trim()
    const equals = preference.indexOf('=')
    const name = equals < 0 ? preference : preference.slice(0, equals)
    const value = equals < 0 ? '' : preference.slice(equals + 1)
    if (!isKnown(name, value)) unknown.push(preference)
    else if (!given.has(name)) given.set(name, value)
  }
  const maxAffected = given.get('max-affected')
  return {
    count: given.get('count') as Preferences['count'],
    representation: given.get('return') as Preferences['representation'],
    resolution: given.get('resolution') as Preferences['resolution'],
    missing: given.get('missing') as Preferences['missing'],
    handling: given.get('handling') as Preferences['handling'],
    timezone: given.get('timezone'),
    // A value that is not a number is ignored and is not an error.
    maxAffected: WHOLE_NUMBER.test(maxAffected ?? '') ? Number(maxAffected) : undefined,
    transaction: given.get('tx') as Preferences['transaction'],
    unknown,
  }
}

/** Throws PGRST122 (400) for unknown preferences under `handling=strict`. */
export function refuseInvalid({ handling, unknown }: Preferences): void {
  if (handling !== 'strict' || unknown.length === 0) return
  throw refusal('PGRST122', 'Invalid preferences given with handling=strict', {
    status: 400,
    details: `Invalid preferences: ${unknown.join(', ')}`,
  })
}

function isKnown(name: string, value: string): boolean {
  if (name === 'timezone') return isTimezone(value)
  if (name === 'max-affected') return true
  return CHOICES.get(name)?.includes(value) ?? false
}

const WHOLE_NUMBER = /^-?\d{1,15}$/

// Accepts only names of time zones: Postgres gives other texts, such as `+5`, surprising meanings.
const ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/

function isTimezone(name: string): boolean {
  if (!ZONE.test(name)) return false
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // Postgres accepts only one spelling of a zone, while `Intl` accepts others.
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase()
  } catch {
    return false
  }
}
