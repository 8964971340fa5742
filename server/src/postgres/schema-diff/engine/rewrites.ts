import type { Action } from '@supabase/pg-delta/plan'
import { isVirtual } from './mends.ts'

/**
 * Whether a statement can write every row of an existing table again. The engine says so for every
 * default; a new table has no rows, a virtual column no stored values, and Postgres keeps the
 * constant default of a new column in its catalog.
 */
export const canRewrite = ({
  rewriteRisk,
  verb,
  sql,
  produces,
}: Pick<Action, 'rewriteRisk' | 'verb' | 'sql' | 'produces'>): boolean =>
  rewriteRisk &&
  !isVirtual(sql) &&
  !(verb === 'create' && produces[0]?.kind === 'table') &&
  !CONSTANT_COLUMN.test(sql)

/** A domain's constraints are checked for each row, so only types that are none are listed. */
const TYPES = [
  'smallint',
  'integer',
  'bigint',
  'real',
  'double precision',
  'numeric',
  'boolean',
  'text',
  'character varying',
  'uuid',
  'json',
  'jsonb',
  'date',
  'timestamp with time zone',
  'timestamp without time zone',
].join('|')
const TYPE = `(?:${TYPES})(?:\\(\\d+(?:,\\d+)?\\))?`
const CONSTANT = `(?:-?\\d+(?:\\.\\d+)?|true|false|'(?:[^']|'')*'(?:::${TYPE})?)`
const CONSTANT_COLUMN = new RegExp(
  `^ALTER TABLE (?:"(?:[^"]|"")*"\\.?)+ ADD COLUMN "(?:[^"]|"")*" ${TYPE}(?: NOT NULL)? DEFAULT ${CONSTANT}(?: NOT NULL)?$`,
)
