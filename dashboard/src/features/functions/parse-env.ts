type Parsed = {
  readonly secrets: { name: string; value: string }[]
  /** The first line that cannot be read. */
  readonly problem: string | undefined
}

const BLANK = /[^\S\n]*(?:#[^\n]*)?(?:\n|$)/y
const NAME = /[^\S\n]*(?:export[^\S\n]+)?([A-Za-z_]\w*)[^\S\n]*=[^\S\n]*/y
/** Quoted values can span lines, as keys and certificates do. */
const VALUE =
  /(?:"((?:[^"\\]|\\[^])*)"|'([^']*)'|`([^`]*)`)[^\S\n]*(?:#[^\n]*)?(?:\n|$)|([^\n]*)(?:\n|$)/y

/** Parses a .env file as the dotenv package does. The last value of a name counts. */
export function parseEnv(given: string): Parsed {
  const text = given.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const found = new Map<string, string>()
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) at = pattern.lastIndex
    return match
  }
  const refuse = (from: number, problem: string): Parsed => ({
    secrets: [],
    problem: `Line ${text.slice(0, from).split('\n').length} ${problem}`,
  })
  while (at < text.length) {
    if (take(BLANK)) continue
    const from = at
    const name = take(NAME)?.[1]
    if (name === undefined) return refuse(from, 'is not NAME=value.')
    const [, double, single, backtick, bare = ''] = take(VALUE) ?? []
    if (/^["'`]/.test(bare) && !bare.slice(1).includes(bare.charAt(0)))
      return refuse(from, 'begins a quoted value that does not end.')
    found.set(name, unescape(double) ?? single ?? backtick ?? bare.replace(/(^|\s)#.*$/, '').trim())
  }
  return { secrets: [...found].map(([name, value]) => ({ name, value })), problem: undefined }
}

const ESCAPED: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  '\\': '\\',
}

const unescape = (text: string | undefined): string | undefined =>
  text?.replaceAll(/\\([^])/g, (whole, sign: string) => ESCAPED[sign] ?? whole)
