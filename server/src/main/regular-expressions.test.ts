import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { analyse } from 'scslre'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/**
 * No input may make one of the server's regular expressions slow. Each one in the source is
 * analysed: it must not backtrack or restart at each position of a long run in a way that takes
 * quadratic time or worse.
 */
const root = fileURLToPath(new URL('..', import.meta.url))

type FoundPattern = { readonly place: string; readonly pattern: RegExp }

/** Every regular expression of the server's own source, without tests, the command line and the configuration. */
function findPatterns(): FoundPattern[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/(?:\.test\.ts$|(?:^|\/)test-|^cli\/|^main\/)/.test(file),
  )
  return files.flatMap((file) => patternsOf(file))
}

function patternsOf(file: string): FoundPattern[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const found: FoundPattern[] = []
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

const isSlow = (pattern: RegExp) => analyse(pattern).reports.length > 0

describe('the regular expressions of the server', () => {
  const patterns = findPatterns()

  it('are found', () => {
    expect(patterns.length).toBeGreaterThan(50)
  })

  it('take a time that grows with the length of a text and not with its square', () => {
    const slow = patterns.filter(({ pattern }) => isSlow(pattern)).map(({ place }) => place)
    expect(slow).toEqual([])
  })

  it.each([/\\+$/, /^(a+)+$/, /^\s*.*\s*;$/])('%s would be found', (pattern) => {
    expect(isSlow(pattern)).toBe(true)
  })
})
