/** Pairs of name and value from lines such as `content-type: text/plain`; a string is a bad line. */
export function parseHeaders(text: string): readonly [string, string][] | string {
  const pairs: [string, string][] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue
    const [, name, value] =
      /^([\w!#$%&'*+.^`|~-]+)\s*:\s*([\t\u0020-\u007e\u0080-\u00ff]*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) return line
    pairs.push([name, value])
  }
  return pairs
}
