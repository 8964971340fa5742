import { AppError } from '../../lib/errors.ts'
import { PROTECTED_SCHEMAS } from '../../postgres/platform-schemas.ts'

export { PROTECTED_SCHEMAS } from '../../postgres/platform-schemas.ts'

const PROTECTED: ReadonlySet<string> = new Set(PROTECTED_SCHEMAS)

/** The platform's internal schemas, which are never shown. */
export const HIDDEN_SCHEMAS: readonly string[] = [
  'stoa',
  'stoa_parked_cron',
  'stoa_parked_pgmq',
  'stoa_parked_vault',
  'pg_toast',
]

/** Postgres's own schemas, which are not listed because nobody creates anything in them. */
export const EXCLUDED_SCHEMAS: readonly string[] = ['information_schema', 'pg_catalog', 'pg_toast']

/** Whether a schema belongs to the platform or to Postgres itself. */
export const isProtectedSchema = (schema: string): boolean =>
  PROTECTED.has(schema) || schema.startsWith('pg_')

/**
 * 403 `schema_protected` for objects that belong to the platform, whatever Postgres itself would
 * allow.
 */
export function refuseProtectedSchema(
  schema: string,
  hint = 'Create your tables in another schema, such as public.',
): void {
  if (!isProtectedSchema(schema)) return
  throw new AppError('schema_protected', `The schema ${schema} is managed by the platform.`, {
    status: 403,
    hint,
  })
}
