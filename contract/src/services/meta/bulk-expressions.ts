/** Values that Postgres computes for each row of a bulk change. */
export const BULK_EXPRESSIONS = [
  'now',
  'random_uuid',
  'lower',
  'upper',
  'trim',
  'not',
  'negate',
] as const
export type BulkExpression = (typeof BULK_EXPRESSIONS)[number]

/** The category of a type (`pg_type.typcategory`) to which an expression can be assigned. */
const CATEGORIES: Readonly<Record<BulkExpression, string>> = {
  now: 'D',
  random_uuid: 'U',
  lower: 'S',
  upper: 'S',
  trim: 'S',
  not: 'B',
  negate: 'N',
}

/** The expressions that can be assigned to a column, by the name of its type. */
export const bulkExpressionsFor = (typeName: string, category: string): BulkExpression[] =>
  BULK_EXPRESSIONS.filter(
    (expression) =>
      CATEGORIES[expression] === category &&
      (expression !== 'random_uuid' || typeName === 'uuid') &&
      (expression !== 'negate' || SIGNED.test(typeName)),
  )

/** Object identifiers and money are in the category of numbers, but have no minus. */
const SIGNED = /^(smallint|integer|bigint|numeric|real|double precision|int[248]|float[48])/
