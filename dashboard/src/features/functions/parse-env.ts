type Parsed = {
  readonly secrets: { name: string; value: string }[]
  /** The first line that cannot be read. */
  readonly problem: string | undefined
}

/** Reads the text of a .env file. The last value of a name counts. */
export function parseEnv(text: string): Parsed {
  const found = new Map<string, string>()
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue
    const [, name, value] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined)
      return { secrets: [], problem: `Line ${index + 1} is not NAME=value.` }
    found.set(name, valueOf(value.trim()))
  }
  return { secrets: [...found].map(([name, value]) => ({ name, value })), problem: undefined }
}

function valueOf(text: string): string {
  const [, double] = /^"(.*)"\s*(?:#.*)?$/.exec(text) ?? []
  if (double !== undefined) return double.replaceAll(String.raw`\n`, '\n')
  const [, single] = /^'(.*)'\s*(?:#.*)?$/.exec(text) ?? []
  if (single !== undefined) return single
  return text.replace(/\s+#.*$/, '')
}
