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
 * named `ERRORS` that are keyed by code, and in objects with a `code` and a `status`. A function that
 * passes on its own parameters as the message or the next step declares its code once, and each of
 * its calls is listed with the texts that it passes.
 */
export function collectErrors(root) {
  const source = path.join(root, 'server/src')
  const trees = sourceFiles(source)
    .toSorted()
    .map((file) => ({ file, tree: parse(file, readFileSync(path.join(source, file), 'utf8')) }))
  const errors = trees.flatMap(({ file, tree }) => errorsIn(file, tree))
  const calls = callsOf(errors, trees)
  return errors.flatMap(({ factory, ...error }) => {
    if (!factory) return [error]
    const texts = (calls.get(factory.declaration) ?? []).map((call) => textsOf(factory, call))
    return texts.length === 0 ? [error] : texts.map((each) => ({ ...error, ...each }))
  })
}

const parse = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)

/** The part of the server that a file belongs to: a service, or a module. */
export function partOf(file) {
  const [module, name] = file.split('/')
  return module === 'services' ? name : module.replace(/\.ts$/, '')
}

/** The services whose protocol defines the errors of their public door, and their bodies. */
const PROTOCOLS = ['auth', 'data-api', 'realtime', 'storage']

/**
 * Whether a protocol gives the codes of a file their meaning. They may be the same as codes of Stoa,
 * and official clients compare the bodies, which have no place for a next step. The members' door of
 * such a service is Stoa's own.
 */
export const isOfProtocol = (file) =>
  PROTOCOLS.includes(partOf(file)) && !/\/(?:members\/|member-routes)/.test(file)

function errorsIn(file, tree) {
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
      const code = codeOf(fields.get('code'))
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
  const code = codeOf(at('code'))
  if (code === undefined) return undefined
  const options = at('options')
  const fields = options && ts.isObjectLiteralExpression(options) ? fieldsOf(options) : new Map()
  const factory = factoryOf(call, {
    message: at('message'),
    hint: at('hint') ?? fields.get('hint'),
  })
  return {
    code,
    message: textOf(at('message')),
    ...optionsOf(fields),
    ...(order.status !== undefined && { status: numberOf(at('status')) ?? order.usualStatus }),
    ...(order.hint !== undefined && { hint: hintOf(at('hint')) }),
    ...(factory && { factory }),
  }
}

/**
 * The named function around a declared error, and the positions of its parameters that become the
 * error's texts; undefined if none does.
 */
function factoryOf(call, texts) {
  const declaration = ts.findAncestor(
    call,
    (node) =>
      ts.isFunctionDeclaration(node) ||
      (ts.isArrowFunction(node) && ts.isVariableDeclaration(node.parent)),
  )
  if (!declaration) return undefined
  const places = Object.entries(texts).flatMap(([field, node]) => {
    const index = declaration.parameters.findIndex(
      ({ name }) => node && ts.isIdentifier(node) && name.getText() === node.text,
    )
    return index === -1 ? [] : [[field, index]]
  })
  return places.length === 0 ? undefined : { declaration, places }
}

/** The texts of one call of a factory, or those that the factory uses by default. */
const textsOf = ({ declaration, places }, call) =>
  Object.fromEntries(
    places.map(([field, index]) => {
      const argument = call.arguments[index] ?? declaration.parameters[index].initializer
      return [field, field === 'hint' ? hintOf(argument) : textOf(argument)]
    }),
  )

/** The calls of each factory, in its own file and in those that import it. */
function callsOf(errors, trees) {
  const factories = new Map(
    errors.flatMap(({ file, factory }) =>
      factory ? [[`${file} ${nameOf(factory.declaration)}`, factory.declaration]] : [],
    ),
  )
  const calls = new Map()
  for (const { file, tree } of trees) {
    const origins = originsOf(file, tree)
    const visit = (node) => {
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
        const name = node.expression.text
        const declaration = factories.get(origins.get(name) ?? `${file} ${name}`)
        if (declaration) calls.set(declaration, [...(calls.get(declaration) ?? []), node])
      }
      ts.forEachChild(node, visit)
    }
    visit(tree)
  }
  return calls
}

const nameOf = (declaration) => (declaration.name ?? declaration.parent.name).getText()

/** The file and the name there of everything that a file imports from another file of the server. */
function originsOf(file, tree) {
  const origins = new Map()
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement)) continue
    const names = statement.importClause?.namedBindings
    const specifier = statement.moduleSpecifier.text
    if (!specifier.startsWith('.') || !names || !ts.isNamedImports(names)) continue
    const origin = path.posix.join(path.posix.dirname(file), specifier)
    for (const { name, propertyName } of names.elements)
      origins.set(name.text, `${origin} ${(propertyName ?? name).text}`)
  }
  return origins
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
  hint: hintOf(fields.get('hint')),
})

const hintOf = (node) => (node ? (textOf(node) ?? 'Depends on the cause.') : undefined)

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

/** One code; one of several is declared where it is chosen. */
const codeOf = (node) => (node && ts.isConditionalExpression(node) ? undefined : textOf(node))

/** A text, or the texts to choose from, as in the source; expressions inside of it become an ellipsis. */
function textOf(node) {
  if (!node) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression)
  if (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken
  )
    return textOf(node.right)
  if (ts.isConditionalExpression(node)) {
    const texts = [textOf(node.whenTrue), textOf(node.whenFalse)]
    return texts.includes(undefined) ? undefined : texts.join(' / ')
  }
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
  return undefined
}
