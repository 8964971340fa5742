import type { AnonymizeRule } from '@stoa/contract/platform/anonymization'

export type NamedColumn = {
  readonly schema: string
  readonly table: string
  readonly column: string
  readonly type: string
  readonly is_nullable: boolean
  readonly is_unique: boolean
}

/** The columns of the platform that identify users, with rules that their constraints accept. */
const OF_USERS: ReadonlyMap<string, Suggested> = new Map<string, Suggested>([
  ['users.email', { rule: 'fake_email' }],
  ['users.phone', { rule: 'null' }],
  ['users.email_change', { rule: 'constant', value: '' }],
  ['users.phone_change', { rule: 'constant', value: '' }],
  ['users.raw_user_meta_data', { rule: 'constant', value: '{}' }],
  ['identities.identity_data', { rule: 'constant', value: '{}' }],
  ['mfa_factors.friendly_name', { rule: 'constant', value: '' }],
  ['mfa_factors.phone', { rule: 'null' }],
  ['audit_log_entries.payload', { rule: 'constant', value: '{}' }],
  ['audit_log_entries.ip_address', { rule: 'constant', value: '' }],
])

type Suggested =
  | { readonly rule: Exclude<AnonymizeRule['rule'], 'constant'> }
  | { readonly rule: 'constant'; readonly value: string }

/** Words in names of columns, the more telling first. A name is compared word by word. */
const WORDS: readonly { readonly words: readonly string[]; readonly suggested: Suggested }[] = [
  { words: ['email', 'mail', 'emailaddress'], suggested: { rule: 'fake_email' } },
  {
    words: ['phone', 'mobile', 'telephone', 'tel', 'fax', 'cell', 'phonenumber'],
    suggested: { rule: 'fake_phone' },
  },
  {
    words: ['firstname', 'lastname', 'surname', 'fullname', 'nickname', 'forename', 'givenname'],
    suggested: { rule: 'fake_name' },
  },
  {
    words: [
      'password',
      'passwd',
      'secret',
      'token',
      'iban',
      'ssn',
      'passport',
      'ip',
      'address',
      'street',
      'zip',
      'postcode',
      'city',
      'birthday',
      'birthdate',
      'dob',
      'latitude',
      'longitude',
    ],
    suggested: { rule: 'hash' },
  },
]
/** A column `name` names a person only in tables of people. */
const PEOPLE =
  /^(?:users?|people|persons?|profiles?|customers?|clients?|members?|employees?|contacts?|patients?|students?|authors?|accounts?|leads?)$/
const NAME_PAIRS =
  /(?:^|_)(?:first|last|full|middle|maiden|given|family|display|user|contact|customer)_name$/
const BIRTH = /(?:^|_)(?:birth_?(?:day|date)|date_of_birth|dob)$/

/** A rule for a column whose name says that it contains personal data; null for others. */
export function suggestRule(column: NamedColumn): AnonymizeRule | null {
  const suggested = suggestionFor(column)
  if (!suggested) return null
  const { schema, table, column: name } = column
  return { schema, table, column: name, ...suggested }
}

function suggestionFor(column: NamedColumn): Suggested | null {
  if (column.schema === 'auth') return OF_USERS.get(`${column.table}.${column.column}`) ?? null
  const name = snakeCase(column.column)
  const found = wordFor(name, snakeCase(column.table)) ?? (BIRTH.test(name) ? HASH : null)
  return found && fitted(found, column)
}

const HASH: Suggested = { rule: 'hash' }

function wordFor(name: string, table: string): Suggested | null {
  if (NAME_PAIRS.test(name)) return { rule: 'fake_name' }
  if (name === 'name' && PEOPLE.test(table.split('_').at(-1) ?? '')) return { rule: 'fake_name' }
  const parts = name.split('_')
  // An id or a date beside the word, as in `email_id` or `email_sent_at`, is no personal data itself.
  if (/^(?:id|at|count|type|kind|status|verified|confirmed|enabled)$/.test(parts.at(-1) ?? ''))
    return null
  return WORDS.find(({ words }) => parts.some((part) => words.includes(part)))?.suggested ?? null
}

/** Text takes every rule, if it is long enough and equal values are allowed; other types take null. */
function fitted(suggested: Suggested, column: NamedColumn): Suggested | null {
  const length = /^(?:character varying|character)\((\d+)\)$/.exec(column.type)?.[1]
  const isText =
    length !== undefined || /^(?:text|citext|(?:\w+\.)?citext|character varying)$/.test(column.type)
  if (!isText) return column.is_nullable && column.type !== 'boolean' ? { rule: 'null' } : null
  const needed = LENGTHS[suggested.rule]
  if (length !== undefined && Number(length) < needed)
    return column.is_nullable ? { rule: 'null' } : null
  if (column.is_unique && suggested.rule !== 'fake_email')
    return length === undefined || Number(length) >= LENGTHS.hash ? HASH : null
  return suggested
}

/** The longest value that a rule makes. */
const LENGTHS: Readonly<Record<AnonymizeRule['rule'], number>> = {
  null: 0,
  hash: 32,
  fake_email: 37,
  fake_name: 13,
  fake_phone: 12,
  fake_number: 4,
  constant: 0,
}

/** `firstName` and `first-name` are read as `first_name`. */
const snakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()
