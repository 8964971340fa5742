import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { tool, type Tool } from './tool.ts'

const MAX_SECTIONS = 5
const MAX_SECTION_LENGTH = 4000

type Section = { readonly title: string; readonly text: string }

/** Searches the documents in a checkout of Stoa, which are read once. */
export function createDocsTool(checkout: string): Tool {
  let sections: Promise<readonly Section[]> | undefined
  return tool({
    name: 'search_docs',
    title: 'Searching the documentation',
    description: 'Searches the documentation of Stoa, the platform that this project runs on.',
    level: 'disabled',
    input: z.object({ query: z.string().min(1).max(200).describe('A few words.') }),
    async run({ query }) {
      sections ??= readSections(checkout)
      const found = search(await sections, query)
      return found.length === 0
        ? 'The documentation does not mention it.'
        : found.map(({ title, text }) => `${title}\n${text}`).join('\n\n---\n\n')
    },
  })
}

/** The sections with the most of the words, those with a word in the title first. */
export function search(sections: readonly Section[], query: string): readonly Section[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [])]
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_SECTIONS)
    .map(({ section }) => section)
}

function scoreOf({ title, text }: Section, words: readonly string[]): number {
  const [head, body] = [title.toLowerCase(), text.toLowerCase()]
  return words
    .map((word) => (head.includes(word) ? 3 : 0) + (body.includes(word) ? 1 : 0))
    .reduce((sum, score) => sum + score, 0)
}

async function readSections(checkout: string): Promise<readonly Section[]> {
  const services = path.join(checkout, 'server', 'src', 'services')
  const files = [
    path.join(checkout, 'README.md'),
    ...(await markdownIn(path.join(checkout, 'docs'))),
    ...(await readdir(services)).map((name) => path.join(services, name, 'README.md')),
  ]
  const texts = await Promise.all(
    files.map(async (file) => ({
      name: path.relative(checkout, file),
      // Some services have no document.
      text: await readFile(file, 'utf8').catch(() => ''),
    })),
  )
  return texts.flatMap(({ name, text }) => sectionsOf(name, text))
}

/** The tables of the project's own development are left out. */
const NOT_FOR_PEOPLE = new Set(['spec-coverage.md', 'errors.md'])

async function markdownIn(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => name.endsWith('.md') && !NOT_FOR_PEOPLE.has(name))
    .map((name) => path.join(folder, name))
}

/** A document's parts, each below its heading. */
export function sectionsOf(name: string, text: string): Section[] {
  return text
    .split(/^(?=#{1,3} )/m)
    .filter((part) => part.trim() !== '')
    .map((part) => ({
      title: `${name}: ${/^#+ (.*)/.exec(part)?.[1] ?? ''}`,
      text: part.slice(0, MAX_SECTION_LENGTH).trim(),
    }))
}
