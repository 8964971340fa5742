/** A text as an SQL literal. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A name as an SQL identifier in quotes. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The name of an object with its schema, both in quotes. */
export const qualified = ({ schema, name }: { schema: string; name: string }): string =>
  `${quoted(schema)}.${quoted(name)}`
