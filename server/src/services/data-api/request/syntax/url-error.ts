import type { AppError } from '../../../../lib/errors.ts'
import { MAX_EXPLAINED, parseFailure } from '../../errors.ts'
import {
  argumentRule,
  filterRule,
  logicPathRule,
  logicRule,
  namesRule,
  orderRule,
  selectRule,
  treePathRule,
} from './grammar.ts'
import type { Note, Report, Rule } from './rules.ts'

type Pair = readonly [key: string, value: string]

/**
 * PostgREST's error for a URL that does not parse: the first of its errors, in the order in
 * which it reads parameters. Undefined if PostgREST accepts the URL, and for a very long one.
 */
export function findUrlError(pairs: readonly Pair[], isCall: boolean): AppError | undefined {
  if (pairs.reduce((sum, pair) => sum + pair.join('').length, 0) > MAX_EXPLAINED) return undefined
  const last = (key: string) => key.slice(key.lastIndexOf('.') + 1)
  const own = (name: string) => pairs.find(([key]) => key === name)?.[1]
  const orders = pairs.filter(([key]) => last(key) === 'order')
  const logic = pairs.filter(([key]) => ['and', 'or'].includes(last(key)))
  const filters = pairs.filter(([key]) => !OWN.has(key) && !EMBEDDED.has(last(key)))
  return (
    first(
      orders,
      ([key, value]) => why('tree path', key, treePathRule) ?? why('order', value, orderRule),
    ) ??
    first(logic, whyLogic) ??
    whyGiven('columns parameter', own('columns'), namesRule) ??
    whyGiven('select parameter', own('select'), selectRule) ??
    first(
      filters,
      ([key, value]) =>
        why('tree path', key, treePathRule) ??
        why('filter', value, isCall ? argumentRule : filterRule),
    ) ??
    whyGiven('on_conflict parameter', own('on_conflict'), namesRule)
  )
}

const OWN: ReadonlySet<string> = new Set(['select', 'columns', 'on_conflict', 'apikey'])
const EMBEDDED: ReadonlySet<string> = new Set(['order', 'limit', 'offset', 'and', 'or'])

function whyLogic([key, value]: Pair): AppError | undefined {
  const names = key.split('.')
  const word = `${names.includes('not') ? 'not.' : ''}${names.at(-1)}`
  return (
    why('logic path', key, logicPathRule) ?? why('logic tree', value, logicRule, `${word}${value}`)
  )
}

const whyGiven = (what: string, value: string | undefined, rule: Rule) =>
  value === undefined ? undefined : why(what, value, rule)

function first(pairs: readonly Pair[], ask: (pair: Pair) => AppError | undefined) {
  for (const pair of pairs) {
    const found = ask(pair)
    if (found) return found
  }
  return undefined
}

/** @param read the text to parse, if it is longer than the text that the refusal quotes. */
function why(what: string, text: string, rule: Rule, read = text): AppError | undefined {
  const characters = Array.from(read)
  const { isOk, report } = rule(characters, 0)
  if (isOk) return undefined
  return parseFailure(what, text, sentence(report), positionOf(characters, report.at))
}

function sentence({ notes }: Report): string {
  const of = (kind: Note['kind']) =>
    notes.filter((note) => note.kind === kind).map(({ text }) => text)
  const [refused, expected] = [unique(of('refused')), unique(of('expected'))]
  const [met] = of('met')
  const found = met === '' ? 'end of input' : met
  const unexpected = refused.length > 0 ? enumerate(refused) : found
  return [
    ...(unexpected === undefined ? [] : [`unexpected ${unexpected}`]),
    ...(expected.length > 0 ? [`expecting ${enumerate(expected)}`] : []),
  ].join(' ')
}

const unique = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ''))]

function enumerate(texts: readonly string[]): string {
  const [only = '', ...more] = texts
  return more.length === 0 ? only : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`
}

const TAB = 8

/** Lines and columns from 1, tabs to every eighth column. */
function positionOf(characters: readonly string[], at: number) {
  let [line, column] = [1, 1]
  for (const each of characters.slice(0, at)) {
    if (each === '\n') [line, column] = [line + 1, 1]
    else column = each === '\t' ? column + TAB - ((column - 1) % TAB) : column + 1
  }
  return { line, column }
}
