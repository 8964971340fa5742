/** A name in quotes, in which two quotes are one, or text up to a comma or the end of a line. */
const NAME = /(?:\s*"((?:[^"]|"")*)"\s*|([^,\n]*))(?:[,\n]|$)/gy

/** Splits typed text into the names of roles. A name with a comma is written in double quotes. */
export function parseRoles(text: string): string[] {
  const names = Array.from(text.matchAll(NAME), ([, quoted, plain = '']) =>
    quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'),
  )
  return [...new Set(names.filter((name) => name !== ''))]
}

/** The text that `parseRoles` splits into these names. */
export const formatRoles = (names: readonly string[]): string =>
  names
    .map((name) => (/[",\n]|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name))
    .join(', ')
