import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import { isProtectedSchema } from './protected-schemas.ts'

/**
 * The parts of a database that a member can read: everything, or everything but secrets. A member
 * who can write can run SQL as the project's owner and therefore read everything.
 */
export type Sight = 'everything' | 'no secrets'

export const sightOf = (request: Pick<FastifyRequest, 'can'>): Sight =>
  request.can('database:write') ? 'everything' : 'no secrets'

/** Platform schemas without secrets. */
const OPEN_SCHEMAS: ReadonlySet<string> = new Set(['storage'])

/**
 * The columns without secrets of the other platform schemas. Everything else in them is withheld:
 * password hashes, tokens, the vault, requests with their headers, statistics with values of any
 * column.
 */
const READABLE: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'auth.users',
    [
      'instance_id',
      'id',
      'aud',
      'role',
      'email',
      'email_confirmed_at',
      'invited_at',
      'confirmation_sent_at',
      'recovery_sent_at',
      'email_change',
      'email_change_sent_at',
      'last_sign_in_at',
      'raw_app_meta_data',
      'raw_user_meta_data',
      'is_super_admin',
      'created_at',
      'updated_at',
      'phone',
      'phone_confirmed_at',
      'phone_change',
      'phone_change_sent_at',
      'confirmed_at',
      'email_change_confirm_status',
      'banned_until',
      'reauthentication_sent_at',
      'is_sso_user',
      'deleted_at',
      'is_anonymous',
    ],
  ],
  [
    'auth.identities',
    [
      'provider_id',
      'user_id',
      'identity_data',
      'provider',
      'last_sign_in_at',
      'created_at',
      'updated_at',
      'email',
      'id',
    ],
  ],
  [
    'auth.mfa_factors',
    [
      'id',
      'user_id',
      'friendly_name',
      'factor_type',
      'status',
      'created_at',
      'updated_at',
      'last_challenged_at',
    ],
  ],
  ['auth.audit_log_entries', ['instance_id', 'id', 'payload', 'created_at', 'ip_address']],
])

type Relation = { readonly schema: string; readonly name: string }

/** Whether a member with this sight can read the column. */
export function isReadable({ schema, name }: Relation, column: string, sight: Sight): boolean {
  if (sight === 'everything' || !isProtectedSchema(schema)) return true
  return OPEN_SCHEMAS.has(schema) || READABLE.get(`${schema}.${name}`)?.includes(column) === true
}

const HINT = 'Ask an owner of the organization for the developer role.'

/** 403 `table_withheld`. */
export const tableWithheld = ({ schema, name }: Relation) =>
  new AppError(
    'table_withheld',
    `${schema}.${name} can contain secrets, so only members who can write to the database can read it.`,
    { status: 403, hint: HINT },
  )

/** 403 `column_withheld`. */
export const columnWithheld = ({ schema, name }: Relation, column: string) =>
  new AppError(
    'column_withheld',
    `The column ${column} of ${schema}.${name} contains secrets, so only members who can write to the database can read it.`,
    { status: 403, hint: HINT, details: { column } },
  )
