import { PLAIN_FILES } from './plain-files.mjs'
import { OPENINGS, PHRASES, adviceFor } from './plain-english.mjs'

/** The most lines of code that a function of the server has. */
const MAX_FUNCTION_LINES = 100

/** Lint rules of this project that oxlint doesn't have. Each message names what to use instead. */
export default {
  meta: { name: 'house' },
  rules: {
    'no-export-all': {
      create: (context) => ({
        ExportAllDeclaration: (node) =>
          context.report({ node, message: 'Export each thing by its name, not `export *`.' }),
      }),
    },
    'no-browser-locale': {
      create: (context) => ({
        CallExpression(node) {
          const { callee } = node
          const name = callee.type === 'MemberExpression' ? callee.property.name : undefined
          if (LOCALE_METHODS.has(name) && node.arguments.length === 0)
            context.report({
              node,
              message:
                "Name the language: the product is in English, whatever the browser's language is. Use `formatCount` of `lib/quantities`, or pass 'en'.",
            })
        },
      }),
    },
    'no-text-keyed-object': {
      create: (context) => ({
        'Program > VariableDeclaration > VariableDeclarator, Program > ExportNamedDeclaration > VariableDeclaration > VariableDeclarator'(
          node,
        ) {
          const type = node.id.typeAnnotation?.typeAnnotation
          if (
            isTextRecord(type) &&
            node.init?.type === 'ObjectExpression' &&
            node.init.properties.length > 0
          )
            context.report({
              node,
              message:
                'Look texts up in a Map: an object also has `constructor` and `__proto__`, which anybody can send.',
            })
        },
      }),
    },
    'no-plain-files': {
      create(context) {
        const file = context.filename.replaceAll('\\', '/')
        const [, allowed] = [...PLAIN_FILES].find(([module]) => file.endsWith(module)) ?? []
        const report = (node) =>
          context.report({
            node,
            message:
              "Use `lib/untrusted-folder`: a cluster's or a function's account can put links, pipes and devices into its folder. Where only the server can write, name the function and the reason in `scripts/lint/plain-files.mjs`.",
          })
        return {
          ImportDeclaration(node) {
            if (!FILE_MODULES.has(node.source.value) || node.importKind === 'type') return
            for (const specifier of node.specifiers)
              if (specifier.importKind !== 'type' && !allowed?.names.has(specifier.imported?.name))
                report(specifier)
          },
          ImportExpression(node) {
            if (FILE_MODULES.has(node.source.value)) report(node)
          },
        }
      },
    },
    'short-functions': {
      create(context) {
        const check = (node) => {
          if (node.loc.end.line - node.loc.start.line < MAX_FUNCTION_LINES) return
          const lines = codeLines(context.sourceCode, node)
          if (lines > MAX_FUNCTION_LINES)
            context.report({
              node: node.id ?? node,
              message: `${functionName(node)} has ${lines} lines of code, of ${MAX_FUNCTION_LINES} at most. Move steps that need little of its state into functions of their own, as fleet/lifecycle/status.ts and advance.ts do.`,
            })
        }
        return {
          FunctionDeclaration: check,
          FunctionExpression: check,
          ArrowFunctionExpression: check,
        }
      },
    },
    'narrow-context': {
      create(context) {
        const check = (node) => {
          for (const param of node.params) {
            const type = wholeContext(param)
            if (type === undefined) continue
            const fields = fieldsUsed(context.sourceCode, node, param)
            if (fields !== undefined && fields.size <= MAX_PICKED_FIELDS)
              context.report({
                node: param,
                message: `Take only what the function uses: Pick<${type}, ${[...fields].map((field) => `'${field}'`).join(' | ')}>.`,
              })
          }
        }
        return {
          FunctionDeclaration: check,
          FunctionExpression: check,
          ArrowFunctionExpression: check,
        }
      },
    },
    'plain-english': {
      create: (context) => ({
        Program() {
          for (const comment of context.sourceCode.getAllComments()) {
            const text = comment.value.replace(/^\s*\*+/gm, ' ').trim()
            for (const message of adviceFor(text, [...PHRASES, ...OPENINGS]))
              context.report({ loc: comment.loc, message })
          }
        },
        CallExpression(node) {
          const [title] = node.arguments
          if (!TITLED.has(rootName(node.callee)) || !isText(title)) return
          for (const message of adviceFor(textOf(title), PHRASES))
            context.report({ node: title, message })
        },
      }),
    },
    'no-ambient-time': {
      create: (context) => {
        const message =
          'Take the time from a clock that is handed in; measure how long something takes with `performance.now()`.'
        return {
          NewExpression(node) {
            if (isDate(node.callee) && node.arguments.length === 0)
              context.report({ node, message })
          },
          CallExpression(node) {
            const { callee } = node
            const isNow = callee.type === 'MemberExpression' && callee.property.name === 'now'
            if (isNow && isDate(callee.object)) context.report({ node, message })
          },
        }
      },
    },
  },
}

const LOCALE_METHODS = new Set(['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])

const FILE_MODULES = new Set(['fs', 'node:fs', 'fs/promises', 'node:fs/promises'])

const WRAPPERS = new Set(['Readonly', 'Partial'])

/** `Record<string, …>`, also inside `Readonly` and `Partial`. */
function isTextRecord(type) {
  if (type?.type !== 'TSTypeReference') return false
  const [first] = type.typeArguments?.params ?? []
  if (WRAPPERS.has(type.typeName.name)) return isTextRecord(first)
  return type.typeName.name === 'Record' && first?.type === 'TSStringKeyword'
}

/** The dependencies of a verb as a whole. A verb that uses a few of them names these. */
const CONTEXTS = new Set([
  'AuthContext',
  'Context',
  'ImportContext',
  'ServerContext',
  'SourceContext',
  'StorageContext',
])
const MAX_PICKED_FIELDS = 4

/** The type of a parameter that takes a whole context. */
function wholeContext(param) {
  const type = param.typeAnnotation?.typeAnnotation
  const name = type?.type === 'TSTypeReference' ? type.typeName.name : undefined
  return CONTEXTS.has(name) ? name : undefined
}

/** The fields of a parameter that a function uses. Undefined if it passes the parameter to others. */
function fieldsUsed(sourceCode, node, param) {
  if (param.type === 'ObjectPattern')
    return param.properties.some(({ type }) => type === 'RestElement')
      ? undefined
      : new Set(param.properties.map(({ key }) => key.name))
  const [variable] = sourceCode.getDeclaredVariables(node).filter(({ name }) => name === param.name)
  const fields = new Set()
  for (const { identifier } of variable?.references ?? []) {
    const { parent } = identifier
    if (parent.type !== 'MemberExpression' || parent.object !== identifier || parent.computed)
      return undefined
    fields.add(parent.property.name)
  }
  return fields.size === 0 ? undefined : fields
}

/** The functions whose first argument is the title of a test. */
const TITLED = new Set(['it', 'test', 'describe'])

/** `it` for `it(…)`, `it.only(…)` and `it.each(…)(…)`. */
function rootName(callee) {
  if (callee.type === 'CallExpression') return rootName(callee.callee)
  if (callee.type === 'MemberExpression') return rootName(callee.object)
  return callee.name
}

const isText = (node) =>
  node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string')

const textOf = (node) =>
  node.type === 'Literal' ? node.value : node.quasis.map(({ value }) => value.raw).join('…')

const isDate = (node) => node.type === 'Identifier' && node.name === 'Date'

const functionName = ({ id, parent }) =>
  id?.name ?? parent?.id?.name ?? parent?.key?.name ?? 'a function'

/** The lines of a function without blank lines and comments. */
const codeLines = (sourceCode, { loc }) =>
  sourceCode.lines
    .slice(loc.start.line - 1, loc.end.line)
    .filter((line) => !/^\s*(?:$|\/\/|\/?\*)/.test(line)).length
