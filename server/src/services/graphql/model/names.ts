/** Derives GraphQL names from SQL names as pg_graphql does. */

/** Whether text is a valid GraphQL name that is not reserved for introspection. */
export const isValidName = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !name.startsWith('__')

/** `blog_post` to `BlogPost` with inflection; as it is without. */
export function typeName(name: string, isInflected: boolean): string {
  if (!isInflected) return name
  return name
    .replaceAll(/(?<![\p{L}\p{N}])./gu, (letter) => letter.toUpperCase())
    .replaceAll('_', '')
}

export const lowerFirst = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1)

/** `created_at` to `createdAt` with inflection; as it is without. */
export const columnName = (name: string, isInflected: boolean): string =>
  isInflected ? lowerFirst(typeName(name, true)) : name

/** Functions and arguments lose a capital at the start even without inflection. */
export const functionName = (name: string, isInflected: boolean): string =>
  lowerFirst(typeName(name.replace(/^_/, ''), isInflected))

export const argumentName = (name: string, isInflected: boolean): string =>
  lowerFirst(typeName(name, isInflected))

/**
 * The name of a reference: for one column the column's name without `_id` (`Id` without
 * inflection); for another column or several, the table's name.
 */
export function referenceName(
  columns: readonly string[],
  tableType: string,
  isInflected: boolean,
): string {
  const [column] = columns
  const suffix = isInflected ? '_id' : 'Id'
  if (columns.length !== 1 || column === undefined || !column.endsWith(suffix))
    return lowerFirst(tableType)
  const stem = column.slice(0, -suffix.length)
  return stem === '' ? lowerFirst(tableType) : lowerFirst(typeName(stem, isInflected))
}

export const collectionName = (tableType: string): string => `${lowerFirst(tableType)}Collection`
