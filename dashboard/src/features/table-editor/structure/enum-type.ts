/** The values of an enumerated type, one per line, each once. */
export const readEnumValues = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

type Listed = { readonly name: string; readonly schema: string }

/** A type by its name, as the list of types writes it: with its schema, and quoted if it must be. */
export const findType = <Type extends Listed>(
  types: readonly Type[],
  { name, schema }: Listed,
): Type | undefined => types.find((type) => type.schema === schema && lastPart(type.name) === name)

function lastPart(name: string): string {
  const quotedPart = /"((?:[^"]|"")*)"$/.exec(name)?.[1]
  return quotedPart === undefined
    ? name.slice(name.lastIndexOf('.') + 1)
    : quotedPart.replaceAll('""', '"')
}
