import { describe, expect, it } from 'vitest'
import { lay, quotesOf, sentencesOf } from './lib/specification.mjs'

const MARKDOWN = `# A product

It starts. It says 'Done. Go on.' and stops.

## 1. Routes

| Route | Purpose |
|---|---|
| /a/{b} | Page. With 'b'. |
| GET /a | Sends a list. Exact path not shown. |

- Announced:
  - **First**: one thing.
  - 5 GB egress

### Details

Paths are \`plain\`: nothing else. It starts.
`

describe('the sentences of a specification', () => {
  it('end at periods, list entries, and table rows, but not inside quoted text', () => {
    expect(sentencesOf(MARKDOWN)).toEqual([
      { section: 'A product', text: 'It starts.' },
      { section: 'A product', text: "It says 'Done. Go on.' and stops." },
      { section: '1. Routes', text: "/a/{b} | Page. With 'b'." },
      { section: '1. Routes', text: 'GET /a | Sends a list. Exact path not shown.' },
      { section: '1. Routes', text: '**First**: one thing.' },
      { section: '1. Routes', text: '5 GB egress' },
      { section: '1. Routes / Details', text: 'Paths are `plain`: nothing else.' },
      { section: '1. Routes / Details', text: 'It starts.' },
    ])
  })
})

describe('the quotes of a test file', () => {
  it('can span several lines and belong to the test below or around them', () => {
    const source = [
      '// SPEC: "One thing',
      '// and another."',
      "it('does one', () => {",
      '  // SPEC: "Inside."',
      '})',
      '// SPEC: "Of a table."',
      'it.each([',
      "  ['a', 1],",
      "])('counts %s', () => {})",
      'it(\'quotes SPEC: "In a title."\', () => {})',
      '// SPEC: "Of a loop."',
      'for (const one of [',
      "  'a',",
      '])',
      "  it('does each', () => {})",
    ].join('\n')
    expect(quotesOf(source)).toEqual([
      { text: 'One thing and another.', test: 'does one' },
      { text: 'Inside.', test: 'does one' },
      { text: 'Of a table.', test: 'counts %s' },
      { text: 'In a title.', test: 'quotes SPEC: "In a title."' },
      { text: 'Of a loop.', test: 'does each' },
    ])
  })
})

describe('quotes matched with sentences', () => {
  const sentences = sentencesOf(MARKDOWN)
  const lain = (...texts: string[]) =>
    lay(
      texts.map((text) => ({ text, test: '' })),
      sentences,
    )
  const quotedBy = (...texts: string[]) => {
    const { found } = lain(...texts)
    return sentences.flatMap((sentence) => {
      const { quotes, missing } = found.get(sentence) ?? { quotes: [], missing: [] }
      return quotes.length > 0 ? [{ text: sentence.text, missing }] : []
    })
  }
  const textsOf = (quotes: { text: string }[]) => quotes.map(({ text }) => text)

  it('ignore differences in quotation marks and spaces, but not in case', () => {
    expect(quotedBy('paths are plain: nothing else.')).toEqual([])
    expect(quotedBy('Paths are  "plain": nothing else.')).toEqual([
      { text: 'Paths are `plain`: nothing else.', missing: [] },
    ])
  })

  it('prove a sentence only when they cover all of it together', () => {
    const text = "It says 'Done. Go on.' and stops."
    expect(quotedBy("'Done. Go on.'")).toEqual([{ text, missing: ['It says', 'and stops.'] }])
    expect(quotedBy("It says 'Done. Go on.'", 'Go on. and')).toEqual([
      { text, missing: ['stops.'] },
    ])
    expect(quotedBy("It says 'Done. Go on.'", 'and stops.')).toEqual([{ text, missing: [] }])
  })

  it('need not cover what the specification says about itself', () => {
    expect(quotedBy('GET /a | Sends a list.')).toEqual([
      { text: 'GET /a | Sends a list. Exact path not shown.', missing: [] },
    ])
  })

  it('prove all repetitions of a sentence, and several consecutive sentences', () => {
    expect(quotedBy('It starts.')).toHaveLength(2)
    const [starts, says] = quotedBy("It starts. It says 'Done. Go on.'")
    expect([starts?.missing, says?.missing]).toEqual([[], ['and stops.']])
  })

  it('are reported when they match no sentence or several different ones', () => {
    expect(textsOf(lain('It stops.').unknown)).toEqual(['It stops.'])
    expect(textsOf(lain('It starts. It stops.').unknown)).toEqual(['It starts. It stops.'])
    expect(textsOf(lain('It s').ambiguous)).toEqual(['It s'])
  })
})
