/**
 * `npm run spec`: lists in docs/spec-coverage.md which sentences of the specification have tests. A
 * sentence is proved when its quotes in tests cover all of it. With `--check`, the script writes
 * nothing and fails if the document is stale. It always fails for a quote that is not in the
 * specification and for a reason given for a proved sentence. The specification is outside the
 * checkout; if it is missing, the script does nothing.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { format } from 'oxfmt'
import { root } from './lib/environment.mjs'
import { BOLD, lay, normalise, quotesOf, sentencesOf } from './lib/specification.mjs'
import { NOT_TESTED, reasons } from './spec-reasons.mjs'

const SPECIFICATION = path.join(root, '..', 'shared', 'SPEC.md')
const DOCUMENT = path.join(root, 'docs', 'spec-coverage.md')
const TEST = /\.(?:test\.tsx?|spec\.ts)$/
const FOLDERS = ['contract/src', 'server', 'dashboard/src', 'e2e', 'scripts']
// This file is excluded because its quotes are made up to test the parser.
const OWN_TEST = 'scripts/spec-coverage.test.ts'

if (!existsSync(SPECIFICATION)) {
  console.log(
    'Coverage of the specification was left out: the specification is not on this machine.',
  )
  process.exit(0)
}
const sentences = sentencesOf(readFileSync(SPECIFICATION, 'utf8'))
const { found, unknown, ambiguous } = lay(readQuotes(), sentences)
const reasonFor = findReasons()
const { code: document } = await format(DOCUMENT, render(), { printWidth: 100 })

for (const { file, text } of unknown) complain(`${file}: not in the specification: ${text}`)
for (const { file, text } of ambiguous)
  complain(`${file}: in several sentences, quote more of one: ${text}`)
if (!process.argv.includes('--check')) writeFileSync(DOCUMENT, document)
else if (readIfThere(DOCUMENT) !== document)
  complain('docs/spec-coverage.md is stale: run `npm run spec`.')
console.log(numbers())

function readQuotes() {
  return FOLDERS.flatMap((folder) => testFiles(path.join(root, folder)))
    .map((file) => path.relative(root, file).split(path.sep).join('/'))
    .filter((file) => file !== OWN_TEST)
    .toSorted()
    .flatMap((file) =>
      quotesOf(readFileSync(path.join(root, file), 'utf8')).map((quote) => ({ ...quote, file })),
    )
}

function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', '.build'].includes(entry.name)) return []
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) return testFiles(place)
    return TEST.test(entry.name) ? [place] : []
  })
}

/** Finds each sentence's reason. A reason for the sentence overrides one for its section. */
function findReasons() {
  const given = new Map()
  for (const { section, quotes, reason } of reasons) {
    if (quotes === undefined) {
      const inside = sentences.filter((sentence) => sentence.section.includes(section))
      if (inside.length === 0) complain(`spec-reasons.mjs: no such section: ${section}`)
      for (const sentence of inside) if (!given.has(sentence)) given.set(sentence, reason)
      continue
    }
    for (const quote of quotes) {
      const key = normalise(quote)
      const hits = sentences.filter(({ text }) => normalise(text).includes(key))
      if (hits.length === 0) complain(`spec-reasons.mjs: not in the specification: ${quote}`)
      for (const hit of hits) given.set(hit, reason)
      if (hits.some(isProved)) complain(`spec-reasons.mjs: proved by a test: ${quote}`)
    }
  }
  return (sentence) => given.get(sentence) ?? NOT_TESTED
}

function isProved(sentence) {
  const { quotes, missing } = found.get(sentence)
  return quotes.length > 0 && missing.length === 0
}

function isHalfProved(sentence) {
  const { quotes, missing } = found.get(sentence)
  return quotes.length > 0 && missing.length > 0
}

function isUnproved(sentence) {
  return found.get(sentence).quotes.length === 0
}

function render() {
  const sections = [...new Set(sentences.map(({ section }) => section))]
  return [
    '# Coverage of the specification',
    'Printed by `npm run spec`; not edited by hand. A test says which sentence, or which part of it,' +
      ' it proves by quoting it: `// SPEC: "…"`. A sentence is proved when the quotes of it together' +
      ' hold all of it. What no quote holds stands here with the reason.',
    numbers(),
    reasonTable(),
    ...sections.flatMap(renderSection),
    '',
  ].join('\n\n')
}

function numbers() {
  const isWaiting = (sentence) => !isProved(sentence) && reasonFor(sentence) === NOT_TESTED
  const count = (is) => sentences.filter((sentence) => is(sentence) && !isWaiting(sentence)).length
  return (
    `${sentences.length} sentences and table rows: ${count(isProved)} proved by tests, ` +
    `${count(isHalfProved)} half proved, ${count(isUnproved)} without a test for a reason, ` +
    `${sentences.filter(isWaiting).length} not tested yet.`
  )
}

function reasonTable() {
  const counts = new Map()
  for (const sentence of sentences) {
    if (isProved(sentence)) continue
    const reason = reasonFor(sentence)
    const [whole, part] = counts.get(reason) ?? [0, 0]
    counts.set(reason, isUnproved(sentence) ? [whole + 1, part] : [whole, part + 1])
  }
  const rows = [...counts].toSorted(([, one], [, other]) => other[0] - one[0] || other[1] - one[1])
  return [
    '| Reason | Whole sentences | Parts |',
    '|---|---|---|',
    ...rows.map(([reason, [whole, part]]) => `| ${reason} | ${whole} | ${part} |`),
  ].join('\n')
}

function renderSection(section) {
  const inside = sentences.filter((sentence) => sentence.section === section)
  const proved = inside.filter(isProved)
  const half = inside.filter(isHalfProved)
  const unproved = inside.filter(isUnproved)
  return [
    `## ${escape(section)}`,
    `${proved.length} of ${inside.length} proved.`,
    proved
      .map((sentence) => [`- ${escape(sentence.text)}`, ...testsOf(sentence)].join('\n'))
      .join('\n'),
    half.length > 0 && '### Half proved',
    half
      .map((sentence) =>
        [
          `- ${escape(sentence.text)}`,
          `  - Missing: “${found.get(sentence).missing.map(escape).join('” “')}” — _${reasonFor(sentence)}_`,
          ...testsOf(sentence),
        ].join('\n'),
      )
      .join('\n'),
    unproved.length > 0 && '### Without a test',
    unproved.map((sentence) => `- ${escape(sentence.text)} — _${reasonFor(sentence)}_`).join('\n'),
  ].filter(Boolean)
}

function testsOf(sentence) {
  const tests = found
    .get(sentence)
    .quotes.map(({ file, test }) => `  - \`${file}\`${test && `: ${escape(test)}`}`)
  return [...new Set(tests)]
}

/** Escapes Markdown's special characters in a sentence. */
function escape(text) {
  return text.replaceAll(BOLD, '$1').replaceAll(/[\\`*_{}[\]<>#|~]/g, (mark) => `\\${mark}`)
}

function complain(message) {
  console.error(message)
  process.exitCode = 1
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
