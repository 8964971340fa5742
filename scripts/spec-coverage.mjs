/**
 * `npm run spec`: which sentences of the specification a test quotes, written to
 * docs/spec-coverage.md. With `--check` nothing is written; it fails when the document is stale.
 * Either way it fails for a quote that is not in the specification. The specification is beside the
 * checkout, not in it; where it is absent, there is nothing to compare with.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { format, resolveConfig } from 'prettier'
import { root } from './lib/environment.mjs'
import { lay, normalise, quotesOf, sentencesOf } from './lib/specification.mjs'
import { NOT_TESTED, reasons } from './spec-reasons.mjs'

const SPECIFICATION = path.join(root, '..', 'shared', 'SPEC.md')
const DOCUMENT = path.join(root, 'docs', 'spec-coverage.md')
const TEST = /\.(?:test\.tsx?|spec\.ts)$/
const FOLDERS = ['contract/src', 'server', 'dashboard/src', 'e2e', 'scripts']
// Its quotes are inventions that prove the reading of quotes.
const OWN_TEST = 'scripts/spec-coverage.test.ts'

if (!existsSync(SPECIFICATION)) {
  console.log(
    'Coverage of the specification was left out: the specification is not on this machine.',
  )
  process.exit(0)
}
const sentences = sentencesOf(readFileSync(SPECIFICATION, 'utf8'))
const { covered, unknown, ambiguous } = lay(readQuotes(), sentences)
const reasonFor = findReasons()
const document = await format(render(), {
  ...(await resolveConfig(DOCUMENT)),
  parser: 'markdown',
})

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

/** The reason of every sentence that has one; the most particular entry wins. */
function findReasons() {
  const found = new Map()
  for (const { section, quotes, reason } of reasons) {
    if (quotes === undefined) {
      const inside = sentences.filter((sentence) => sentence.section.includes(section))
      if (inside.length === 0) complain(`spec-reasons.mjs: no such section: ${section}`)
      for (const sentence of inside) if (!found.has(sentence)) found.set(sentence, reason)
      continue
    }
    for (const quote of quotes) {
      const key = normalise(quote)
      const hits = sentences.filter(({ text }) => normalise(text).includes(key))
      if (hits.length === 0) complain(`spec-reasons.mjs: not in the specification: ${quote}`)
      for (const hit of hits) found.set(hit, reason)
    }
  }
  return (sentence) => found.get(sentence) ?? NOT_TESTED
}

function render() {
  const sections = [...new Set(sentences.map(({ section }) => section))]
  return [
    '# Coverage of the specification',
    'Printed by `npm run spec`; not edited by hand. A test says which sentence it proves by quoting' +
      ' it: `// SPEC: "…"`. A sentence without such a test stands here with the reason.',
    numbers(),
    reasonTable(),
    ...sections.flatMap(renderSection),
    '',
  ].join('\n\n')
}

function numbers() {
  const isCovered = (sentence) => covered.get(sentence).length > 0
  const quoted = sentences.filter(isCovered).length
  const rest = sentences.filter((sentence) => !isCovered(sentence))
  const waiting = rest.filter((sentence) => reasonFor(sentence) === NOT_TESTED).length
  return (
    `${sentences.length} sentences and table rows: ${quoted} quoted by a test, ` +
    `${rest.length - waiting} without one for a reason, ${waiting} not tested yet.`
  )
}

function reasonTable() {
  const counts = new Map()
  for (const sentence of sentences) {
    if (covered.get(sentence).length > 0) continue
    const reason = reasonFor(sentence)
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  const rows = [...counts].toSorted((one, other) => other[1] - one[1])
  return ['| Reason | Sentences |', '|---|---|', ...rows.map(([r, n]) => `| ${r} | ${n} |`)].join(
    '\n',
  )
}

function renderSection(section) {
  const inside = sentences.filter((sentence) => sentence.section === section)
  const done = inside.filter((sentence) => covered.get(sentence).length > 0)
  const open = inside.filter((sentence) => covered.get(sentence).length === 0)
  return [
    `## ${escape(section)}`,
    `${done.length} of ${inside.length} quoted.`,
    done
      .map((sentence) => [`- ${escape(sentence.text)}`, ...testsOf(sentence)].join('\n'))
      .join('\n'),
    open.length > 0 && '### Without a test',
    open.map((sentence) => `- ${escape(sentence.text)} — _${reasonFor(sentence)}_`).join('\n'),
  ].filter(Boolean)
}

function testsOf(sentence) {
  const tests = covered
    .get(sentence)
    .map(({ file, test }) => `  - \`${file}\`${test && `: ${escape(test)}`}`)
  return [...new Set(tests)]
}

/** Keeps what a sentence holds of Markdown's own marks as text. */
function escape(text) {
  return text.replaceAll('**', '').replaceAll(/[\\`*_{}[\]<>#|~]/g, (mark) => `\\${mark}`)
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
