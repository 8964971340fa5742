import { describe, expect, it } from 'vitest'
import { parseQueryParams } from '../query-params.ts'
import { findUrlError } from './url-error.ts'

function refusalOf(key: string, value: string, isCall = false) {
  const refused = findUrlError([[key, value]], isCall)
  return refused && { message: refused.message, details: refused.details }
}

/** The position and the message of a refusal, without the text that it quotes. */
function wordsOf(key: string, value: string) {
  const { message = '', details } = refusalOf(key, value) ?? {}
  return `${/\(line \d+, column \d+\)$/.exec(message)?.[0]} ${String(details)}`
}

describe('the reason why a URL is refused', () => {
  it('quotes the parameter, and names the position and everything that was expected there', () => {
    expect(refusalOf('select', 'title,pages[')).toEqual({
      message: '"failed to parse select parameter (title,pages[)" (line 1, column 12)',
      details:
        'unexpected \'[\' expecting letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input',
    })
  })

  it.each([
    [
      'order',
      'pages.down',
      '(line 1, column 7) unexpected "d" expecting "asc", "desc", "nullsfirst" or "nullslast"',
    ],
    [
      'order',
      'pages.desc.first',
      '(line 1, column 12) unexpected "f" expecting "nullsfirst" or "nullslast"',
    ],
    [
      'order',
      'pages.ascending',
      '(line 1, column 10) unexpected \'e\' expecting delimiter (.), "," or end of input',
    ],
    [
      'pages',
      'about.9',
      '(line 1, column 1) unexpected "a" expecting "not" or operator (eq, gt, ...)',
    ],
    ['pages', 'not.9', '(line 1, column 5) unexpected "9" expecting operator (eq, gt, ...)'],
    ['pages', 'in.9', '(line 1, column 4) unexpected "9" expecting "("'],
    [
      'pages',
      'is.maybe',
      '(line 1, column 4) unexpected "m" expecting isVal: (null, not_null, true, false, unknown)',
    ],
    ['pages', 'like(some).x', '(line 1, column 6) unexpected "s" expecting operator (eq, gt, ...)'],
    [
      'a->',
      'eq.1',
      '(line 1, column 4) unexpected end of input expecting "-", digit or any non reserved character different from: .,>()',
    ],
    [
      'columns',
      '',
      '(line 1, column 1) unexpected end of input expecting field name (* or [a..z0..9_$])',
    ],
    ['select', 'meta->-', '(line 1, column 8) unexpected end of input expecting digit'],
    [
      'select',
      'meta->2nd(',
      '(line 1, column 10) unexpected \'(\' expecting "-", "->>", "->", "::", ".", ")", "," or end of input',
    ],
    [
      'select',
      'author(name',
      '(line 1, column 12) unexpected end of input expecting letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input',
    ],
    [
      'and',
      '(pages.eq.1,nor(a.is.null))',
      '(line 1, column 19) unexpected "(" expecting letter, digit, "-", "->>", "->" or delimiter (.)',
    ],
    ['or', 'pages.eq.1', 'undefined undefined'],
  ])('%s=%s', (key, value, words) => {
    expect(wordsOf(key, value)).toBe(words)
  })

  it('counts lines, tabs and characters, not bytes', () => {
    expect(wordsOf('or', '("𝒂\nж".eq.1,\té.x)')).toMatch(/^\(line 2, column 19\)/)
  })

  it('shows characters outside ASCII by their number', () => {
    expect(wordsOf('pages', 'ж')).toMatch(/^\(line 1, column 1\) unexpected "\\1078" expecting/)
    expect(wordsOf('pages', '"')).toMatch(/^\(line 1, column 1\) unexpected "\\"" expecting/)
  })

  it('reports the first parameter in the order in which PostgREST reads them', () => {
    const pairs = [
      ['pages', 'about.9'],
      ['select', 'a->'],
      ['or', 'x'],
      ['order', 'pages.down'],
    ] as const
    expect(findUrlError(pairs, false)?.message).toContain('failed to parse order (pages.down)')
    expect(findUrlError(pairs.slice(0, 3), false)?.message).toContain('logic tree (x)')
    expect(findUrlError(pairs.slice(0, 2), false)?.message).toContain('select parameter (a->)')
  })

  it('treats text that does not begin like a filter as an argument of a function', () => {
    expect(refusalOf('pages', 'about.9', true)).toBeUndefined()
    expect(refusalOf('pages', 'in.9', true)).toMatchObject({
      details: 'unexpected "9" expecting "("',
    })
    expect(refusalOf('pages', 'not.9', true)).toMatchObject({ details: /expecting operator/ })
  })
})

describe('the parser and the reasons agree', () => {
  const agree = (key: string, value: string) => {
    const isRead = (() => {
      try {
        parseQueryParams(`${encodeURIComponent(key)}=${encodeURIComponent(value)}`, false)
        return true
      } catch {
        return false
      }
    })()
    return [`${key}=${value}`, isRead, findUrlError([[key, value]], false) === undefined]
  }

  it.each([
    [
      'select',
      ['a', '*', ',', '(', ')', ':', '::', '->', '0', '-', '!fk', '...b', 'count()', '.sum()'],
    ],
    ['order', ['a', 'b', '.asc', '.desc', '.nullsfirst', '.nullslast', ',', '(', ')', '->', '0']],
    [
      'pages',
      ['eq', 'in', 'is', 'not', '.', '(', ')', 'any', '1', ',', '"a"', 'null', 'fts', '{1}'],
    ],
    ['and', ['(', ')', 'a.eq.1', '.in.', ',', 'and', 'or', 'not.', '{1,2}', '"b"', '(1,2)']],
  ])('about %s in all combinations of its parts', (key, parts) => {
    const texts = parts.flatMap((one) =>
      parts.flatMap((two) => parts.map((three) => [one, two, three].join(''))),
    )
    // The parser refuses an incomplete spread, for which PostgREST selects everything.
    const meant = texts.filter((text) => !text.startsWith('...'))
    const tried = meant.map((text) => agree(key, key === 'and' ? `(${text})` : text))
    expect(tried.filter(([, isRead, isFine]) => isRead !== isFine)).toEqual([])
  })
})
