/** The values that a template can name. */
export type TemplateValues = Readonly<Record<string, unknown>>

const MAX_DEPTH = 20
const MAX_STEPS = 20_000
const MAX_OUTPUT = 200_000

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly of: Expression }
  | {
      readonly kind: 'if' | 'with' | 'range'
      readonly of: Expression
      readonly body: readonly Node[]
      readonly otherwise: readonly Node[]
    }

type Expression =
  | { readonly kind: 'path'; readonly isRoot: boolean; readonly keys: readonly string[] }
  | { readonly kind: 'constant'; readonly value: string | number | boolean }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Expression[] }

const FUNCTIONS = {
  eq: ([first, ...others]: readonly unknown[]) => others.some((other) => other === first),
  ne: ([left, right]: readonly unknown[]) => left !== right,
  not: ([value]: readonly unknown[]) => !isTrue(value),
  and: (values: readonly unknown[]) => values.find((value) => !isTrue(value)) ?? values.at(-1),
  or: (values: readonly unknown[]) => values.find(isTrue) ?? values.at(-1),
  len: ([value]: readonly unknown[]) =>
    typeof value === 'string' || Array.isArray(value) ? value.length : 0,
} as const
type FunctionName = keyof typeof FUNCTIONS

export class TemplateError extends Error {}

/**
 * Renders the part of Go's template language that mails use: values, `if`, `with`, `range`, and
 * comparisons. Values are escaped by `escape`. A missing value is empty. Throws `TemplateError` for a
 * template that is invalid, or whose output is too long.
 */
export function renderTemplate(
  source: string,
  values: TemplateValues,
  escape: (text: string) => string,
): string {
  const nodes = parse(source)
  let steps = 0
  let length = 0
  const out: string[] = []
  const put = (text: string) => {
    length += text.length
    if (length > MAX_OUTPUT) throw new TemplateError('The output is too long')
    out.push(text)
  }
  const run = (list: readonly Node[], dot: unknown) => {
    for (const node of list) {
      steps += 1
      if (steps > MAX_STEPS) throw new TemplateError('The template takes too many steps')
      if (node.kind === 'text') put(node.text)
      else if (node.kind === 'value') put(escape(asText(evaluate(node.of, dot, values))))
      else branch(node, dot)
    }
  }
  const branch = (node: Extract<Node, { of: Expression; body: readonly Node[] }>, dot: unknown) => {
    const value = evaluate(node.of, dot, values)
    if (!isTrue(value)) return run(node.otherwise, dot)
    if (node.kind === 'if') return run(node.body, dot)
    if (node.kind === 'with') return run(node.body, value)
    const items = Array.isArray(value) ? value : Object.values(Object(value))
    for (const item of items) run(node.body, item)
  }
  run(nodes, values)
  return out.join('')
}

/** Escapes a value for HTML, in texts and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&#34;')
    .replaceAll("'", '&#39;')

type Token = { readonly text: string } | { readonly action: string }

/** Splits at `{{` and `}}`. A dash inside of them removes the white space before or after. */
function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  let position = 0
  let trimsNext = false
  while (position < source.length) {
    const start = source.indexOf('{{', position)
    const end = start === -1 ? -1 : source.indexOf('}}', start + 2)
    if (start !== -1 && end === -1) throw new TemplateError('A {{ has no }}')
    const isTrimmed = start !== -1 && /^-\s/.test(source.slice(start + 2, start + 4))
    let text = source.slice(position, start === -1 ? source.length : start)
    if (trimsNext) text = text.trimStart()
    if (isTrimmed) text = text.trimEnd()
    if (text !== '') tokens.push({ text })
    if (start === -1) return tokens
    const inner = source.slice(start + (isTrimmed ? 3 : 2), end)
    trimsNext = /\s-$/.test(inner)
    tokens.push({ action: (trimsNext ? inner.slice(0, -1) : inner).trim() })
    position = end + 2
  }
  return tokens
}

function parse(source: string): readonly Node[] {
  const tokens = tokenize(source)
  let position = 0

  function block(depth: number): { nodes: Node[]; end: string } {
    if (depth > MAX_DEPTH) throw new TemplateError('The template is nested too deeply')
    const nodes: Node[] = []
    while (position < tokens.length) {
      const token = tokens[position]
      position += 1
      if (token === undefined) break
      if ('text' in token) nodes.push({ kind: 'text', text: token.text })
      else if (token.action === 'end' || /^else\b/.test(token.action))
        return { nodes, end: token.action }
      else if (!token.action.startsWith('/*')) nodes.push(action(token.action, depth))
    }
    return { nodes, end: '' }
  }

  function action(text: string, depth: number): Node {
    const [, kind, rest] = /^(if|with|range)\s+(\S.*)$/s.exec(text) ?? []
    if ((kind === 'if' || kind === 'with' || kind === 'range') && rest !== undefined)
      return conditional(kind, rest, depth)
    return { kind: 'value', of: expression(text) }
  }

  function conditional(kind: 'if' | 'with' | 'range', of: string, depth: number): Node {
    const { nodes: body, end } = block(depth + 1)
    const [, elseKind, elseOf] = /^else\s+(if|with)\s+(\S.*)$/s.exec(end) ?? []
    if ((elseKind === 'if' || elseKind === 'with') && elseOf !== undefined)
      return {
        kind,
        of: expression(of),
        body,
        otherwise: [conditional(elseKind, elseOf, depth + 1)],
      }
    if (end === 'end') return { kind, of: expression(of), body, otherwise: [] }
    if (end !== 'else') throw new TemplateError(`{{ ${kind} }} has no {{ end }}`)
    const { nodes: otherwise, end: last } = block(depth + 1)
    if (last !== 'end') throw new TemplateError(`{{ ${kind} }} has no {{ end }}`)
    return { kind, of: expression(of), body, otherwise }
  }

  const { nodes, end } = block(0)
  if (end !== '') throw new TemplateError(`{{ ${end} }} has no beginning`)
  return nodes
}

const WORD =
  /\s*(\(|\)|(?:"(?:[^"\\]|\\.)*"|`[^`]*`|-?\d+(?:\.\d+)?|\$?\.[\w.]*|\$|[A-Za-z]\w*)(?=[\s()]|$))/y

function expression(text: string): Expression {
  const words: string[] = []
  WORD.lastIndex = 0
  while (WORD.lastIndex < text.trimEnd().length) {
    const word = WORD.exec(text)?.[1]
    if (word === undefined) throw new TemplateError(`Unknown expression: ${text.slice(0, 100)}`)
    words.push(word)
  }
  let position = 0

  function operand(depth: number): Expression {
    const word = words[position]
    position += 1
    if (word === undefined || word === ')') throw new TemplateError('A value is missing')
    if (depth > MAX_DEPTH) throw new TemplateError('The template is nested too deeply')
    if (word === '(') {
      const inner = call(depth + 1)
      if (words[position] !== ')') throw new TemplateError('A ( has no )')
      position += 1
      return inner
    }
    if (word.startsWith('"')) return { kind: 'constant', value: unquote(word) }
    if (word.startsWith('`')) return { kind: 'constant', value: word.slice(1, -1) }
    if (/^-?\d/.test(word)) return { kind: 'constant', value: Number(word) }
    if (word === 'true' || word === 'false') return { kind: 'constant', value: word === 'true' }
    if (word.startsWith('.') || word.startsWith('$'))
      return {
        kind: 'path',
        isRoot: word.startsWith('$'),
        keys: word
          .replace(/^\$/, '')
          .split('.')
          .filter((key) => key !== ''),
      }
    throw new TemplateError(`Unknown name: ${word.slice(0, 100)}`)
  }

  function call(depth: number): Expression {
    const word = words[position]
    if (word === undefined || !isFunction(word)) return operand(depth)
    position += 1
    const args: Expression[] = []
    while (position < words.length && words[position] !== ')') args.push(operand(depth))
    return { kind: 'call', name: word, args }
  }

  const made = call(0)
  if (position < words.length) throw new TemplateError(`Unknown expression: ${text.slice(0, 100)}`)
  return made
}

const isFunction = (word: string): word is FunctionName => Object.hasOwn(FUNCTIONS, word)

function unquote(word: string): string {
  try {
    return String(JSON.parse(word))
  } catch {
    throw new TemplateError(`Unknown text: ${word.slice(0, 100)}`)
  }
}

function evaluate(of: Expression, dot: unknown, root: unknown): unknown {
  if (of.kind === 'constant') return of.value
  if (of.kind === 'call') return FUNCTIONS[of.name](of.args.map((arg) => evaluate(arg, dot, root)))
  return of.keys.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined,
    of.isRoot ? root : dot,
  )
}

/** As in Go: empty texts, lists, and maps, zero, and missing values are false. */
function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return value !== undefined && value !== null && value !== '' && value !== 0 && value !== false
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
