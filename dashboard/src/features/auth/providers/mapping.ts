/** A mapping as lines of text: `email = mail`. Values that are not text are left out. */
export const mappingText = (mapping: Readonly<Record<string, unknown>>): string =>
  Object.entries(mapping)
    .flatMap(([attribute, source]) =>
      typeof source === 'string' ? [`${attribute} = ${source}`] : [],
    )
    .join('\n')

/** Reads lines such as `email = mail`; undefined if a line has another form. */
export function parseMapping(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const entries = lines.map((line) => {
    const [, attribute = '', source = ''] = /^([^=]+)=(.+)$/.exec(line) ?? []
    return [attribute.trim(), source.trim()] as const
  })
  if (entries.some(([attribute, source]) => attribute === '' || source === '')) return undefined
  return Object.fromEntries(entries)
}
