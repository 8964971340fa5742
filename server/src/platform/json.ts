/**
 * JSON that a `jsonb` column takes: half a surrogate pair, which a browser can send and Postgres
 * refuses, becomes the replacement character.
 */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'string' ? item.toWellFormed() : item,
  )
