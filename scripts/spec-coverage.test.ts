import { describe, expect, it } from 'vitest'
import { lay, quotesOf, sentencesOf } from './lib/specification.mjs'

const MARKDOWN = `# A product

It starts. It says 'Done. Go on.' and stops.

## 1. Routes

| Route | Purpose |
|---|---|
| /a/{b} | Page. With 'b'. |

- Announced:
  - **First**: one thing.
  - 5 GB egress

### Details

Paths are \`plain\`: nothing else. It starts.
`

describe('the sentences of a specification', () => {
  it('are cut at full stops, entries and rows, never inside a quoted text', () => {
    expect(sentencesOf(MARKDOWN)).toEqual([
      { section: 'A product', text: 'It starts.' },
      { section: 'A product', text: "It says 'Done. Go on.' and stops." },
      { section: '1. Routes', text: "/a/{b} | Page. With 'b'." },
      { section: '1. Routes', text: '**First**: one thing.' },
      { section: '1. Routes', text: '5 GB egress' },
      { section: '1. Routes / Details', text: 'Paths are `plain`: nothing else.' },
      { section: '1. Routes / Details', text: 'It starts.' },
    ])
  })
})

describe('the quotes of a test file', () => {
  it('belong to the test they stand over or in, over several lines too', () => {
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
    ].join('\n')
    expect(quotesOf(source)).toEqual([
      { text: 'One thing and another.', test: 'does one' },
      { text: 'Inside.', test: 'does one' },
      { text: 'Of a table.', test: 'counts %s' },
      { text: 'In a title.', test: 'quotes SPEC: "In a title."' },
    ])
  })
})

describe('quotes laid over sentences', () => {
  const sentences = sentencesOf(MARKDOWN)
  const coveredBy = (...texts: string[]) => {
    const { covered, unknown, ambiguous } = lay(
      texts.map((text) => ({ text, test: '' })),
      sentences,
    )
    const texted = (quotes: { text: string }[]) => quotes.map(({ text }) => text)
    return {
      covered: sentences.filter((one) => covered.get(one)?.length).map(({ text }) => text),
      unknown: texted(unknown),
      ambiguous: texted(ambiguous),
    }
  }

  it('cover a sentence by a part of it, whatever its quotation marks and spaces', () => {
    expect(coveredBy('paths are plain: nothing').covered).toEqual([])
    expect(coveredBy('Paths are  "plain": nothing').covered).toEqual([
      'Paths are `plain`: nothing else.',
    ])
  })

  it('cover a sentence wherever it is repeated, and several in a row', () => {
    expect(coveredBy('It starts.').covered).toEqual(['It starts.', 'It starts.'])
    expect(coveredBy("It starts. It says 'Done. Go on.' and stops.").covered).toHaveLength(3)
  })

  it('are told when the specification does not say so, or says it in several places', () => {
    expect(coveredBy('It stops.').unknown).toEqual(['It stops.'])
    expect(coveredBy('It s').ambiguous).toEqual(['It s'])
  })
})
