const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * JSON with one entry per line. Only white space changes: numbers that JavaScript would round,
 * repeated keys and their order stay as they are. Text that is not valid JSON is returned unchanged.
 */
export function indentJson(text: string): string {
  if (!isJson(text)) return text
  let indented = ''
  let depth = 0
  let before = ''
  const line = () => `\n${'  '.repeat(depth)}`
  for (const token of text.match(TOKENS) ?? []) {
    const isOpened = before === '{' || before === '['
    if (token === '}' || token === ']') {
      depth -= 1
      indented += isOpened ? token : line() + token
    } else if (token === ',') indented += token
    else if (token === ':') indented += ': '
    else {
      if (isOpened || before === ',') indented += line()
      indented += token
      if (token === '{' || token === '[') depth += 1
    }
    before = token
  }
  return indented
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
