import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { sourceFiles } from './source-files.mjs'

/** Functions that create an error, and which of their arguments is which. */
const FACTORIES = new Map([
  ['AppError', { code: 0, message: 1, options: 2 }],
  ['ParseFailure', { code: 0, message: 1, options: 2 }],
  ['ChannelError', { code: 0, message: 1 }],
  ['authError', { status: 0, code: 1, message: 2, options: 3 }],
  ['oauthError', { code: 0, message: 1, status: 2, usualStatus: 400 }],
])
/** Each service calls its own factory so. */
const REFUSALS = new Map([
  ['data-api', { code: 0, message: 1, options: 2 }],
  ['graphql', { code: 0, message: 1, hint: 2, status: 3, usualStatus: 200 }],
])

/**
 * Finds the errors that the server's source declares: in calls of the functions above, in tables
 * named `ERRORS` that are keyed by code, and in objects with a `code` and a `status`.
 */
export function collectErrors(root) {
  const source = path.join(root, 'server/src')
  return sourceFiles(source)
    .toSorted()
    .flatMap((file) => errorsIn(file, readFileSync(path.join(source, file), 'utf8')))
}

/** The part of the server that a file belongs to: a service, or a module. */
export function partOf(file) {
  const [module, name] = file.split('/')
  return module === 'services' ? name : module.replace(/\.ts$/, '')
}

function errorsIn(file, text) {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found = []
  const add = (error) => found.push({ file, ...error })
  const visit = (node) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const error = declaredBy(node, file)
      if (error) add(error)
    } else if (ts.isVariableDeclaration(node) && node.name.getText() === 'ERRORS') {
      for (const error of tableOf(node.initializer)) add(error)
    } else if (ts.isObjectLiteralExpression(node)) {
      const fields = fieldsOf(node)
      const code = textOf(fields.get('code'))
      if (code !== undefined && fields.has('status')) add({ code, ...optionsOf(fields) })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function declaredBy(call, file) {
  const name = call.expression.getText()
  const order = name === 'refusal' ? REFUSALS.get(partOf(file)) : FACTORIES.get(name)
  const at = (field) => (order?.[field] === undefined ? undefined : call.arguments?.[order[field]])
  const code = textOf(at('code'))
  if (code === undefined) return undefined
  const options = at('options')
  const fields = options && ts.isObjectLiteralExpression(options) ? fieldsOf(options) : new Map()
  return {
    code,
    message: textOf(at('message')),
    ...optionsOf(fields),
    ...(order.status !== undefined && { status: numberOf(at('status')) ?? order.usualStatus }),
    ...(order.hint !== undefined && { hint: textOf(at('hint')) }),
  }
}

/** A table keyed by code, of objects with a status and a message, or of pairs of both. */
function tableOf(table) {
  const object = unwrap(table)
  if (!object || !ts.isObjectLiteralExpression(object)) return []
  return object.properties.filter(ts.isPropertyAssignment).flatMap(({ name, initializer }) => {
    const code = name.text
    if (ts.isArrayLiteralExpression(initializer)) {
      const [status, message] = initializer.elements
      return [{ code, status: numberOf(status), message: textOf(message) }]
    }
    if (!ts.isObjectLiteralExpression(initializer)) return []
    const fields = fieldsOf(initializer)
    return [{ code, message: textOf(fields.get('message')), ...optionsOf(fields) }]
  })
}

const optionsOf = (fields) => ({
  status: numberOf(fields.get('status')),
  hint: fields.has('hint') ? (textOf(fields.get('hint')) ?? 'Depends on the cause.') : undefined,
})

/** The properties of an object, also of those that it spreads under a condition. */
function fieldsOf(object) {
  const fields = new Map()
  for (const property of object.properties) {
    if (ts.isPropertyAssignment(property)) fields.set(property.name.text, property.initializer)
    else if (ts.isShorthandPropertyAssignment(property))
      fields.set(property.name.text, property.name)
    else if (ts.isSpreadAssignment(property))
      for (const inner of objectsIn(property.expression))
        for (const [name, value] of fieldsOf(inner)) fields.set(name, value)
  }
  return fields
}

function objectsIn(node) {
  if (ts.isObjectLiteralExpression(node)) return [node]
  const found = []
  ts.forEachChild(node, (child) => void found.push(...objectsIn(child)))
  return found
}

const unwrap = (node) =>
  node && (ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    ? unwrap(node.expression)
    : node

const numberOf = (node) => (node && ts.isNumericLiteral(node) ? Number(node.text) : undefined)

/** A text as it stands in the source; expressions inside of it become an ellipsis. */
function textOf(node) {
  if (!node) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression)
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
  return undefined
}
