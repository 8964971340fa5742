import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/**
 * Nobody's input makes a regular expression of the server slow. Each one that stands in the source runs
 * on texts that make a bad one try everything again from each place: long runs of one character or two,
 * behind every beginning that the expression may want, and before an end that it does not.
 */
const root = fileURLToPath(new URL('..', import.meta.url))

type Found = { readonly place: string; readonly pattern: RegExp }

/** Every regular expression of the server's own source, without tests, the command line and the configuration. */
function findPatterns(): Found[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/(?:\.test\.ts$|(?:^|\/)test-|^cli\/|^main\/)/.test(file),
  )
  return files.flatMap((file) => patternsOf(file))
}

function patternsOf(file: string): Found[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const found: Found[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, body = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? []
      found.push({ place: `${file}: ${node.text}`, pattern: new RegExp(body, flags) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const LENGTH = 10_000
const CHARACTERS = `aA0 \t\n'"\\/*-.()[]{}$,:;=+%_!>|é`.split('')
const BEGINNINGS = ['', 'bearer ', '/p/', '"', "'", '{', '(', '$', '[', 'a', 'a:', '1']
const PAIRS = ['a ', 'a-', 'a.', '""', "''", '\\"', '\\a', 'a,', '0.', ':a', '/a', '--', "'a", '"a']

/** Ends with a character that no expression expects, after the run and again after white space. */
const hostileTexts = (length: number): string[] =>
  [...CHARACTERS, ...PAIRS].flatMap((run) => {
    const long = run.repeat(length / run.length)
    return [`${long} \0`, ...BEGINNINGS.map((beginning) => `${beginning}${long}\0`)]
  })
const HOSTILE = hostileTexts(LENGTH)
const LONGER = hostileTexts(4 * LENGTH)

/** A run through the text that looks at each character once. */
const ONCE = /[^\0]*\0/

function cost(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0
  const begun = performance.now()
  if (pattern.global) text.replaceAll(pattern, '')
  else pattern.test(text)
  return performance.now() - begun
}

/** The best of several, because other work of the machine only ever adds time. */
function leastCost(pattern: RegExp, text: string, most: number, rounds = 3): number {
  let least = Infinity
  for (let round = 0; round < rounds && least > most; round += 1)
    least = Math.min(least, cost(pattern, text))
  return least
}

/** Trying again from each of 10,000 places costs many thousand times as much as looking once. */
const MUCH = 600
/** Between the growth of a length, which is 4 times, and that of its square, which is 16 times. */
const GROWTH = 8

function slowest(pattern: RegExp, most: number): string | undefined {
  const found = HOSTILE.findIndex(
    (text, index) =>
      leastCost(pattern, text, most) > most &&
      // Many short matches also take long, but not with the square.
      leastCost(pattern, LONGER[index] ?? '', 0, 5) / leastCost(pattern, text, 0, 5) > GROWTH,
  )
  return HOSTILE[found]?.slice(0, 20)
}

describe('the regular expressions of the server', () => {
  const patterns = findPatterns()
  // A machine that is busy looks slow here as well.
  const once = Math.max(...HOSTILE.slice(0, 50).map((text) => leastCost(ONCE, text, 0)))

  it('are found', () => {
    expect(patterns.length).toBeGreaterThan(50)
  })

  it('take a time that grows with the length of a text and not with its square', () => {
    const slow = patterns.flatMap(({ place, pattern }) => {
      const text = slowest(pattern, once * MUCH)
      return text === undefined ? [] : [{ place, text }]
    })
    expect(slow).toEqual([])
  })

  it('would be found to be slow', () => {
    expect(slowest(/\\+$/, once * MUCH)).toContain('\\\\')
  })
})
