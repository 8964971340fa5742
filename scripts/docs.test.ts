import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const foldersIn = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`)

/** Lists the folders in ARCHITECTURE's tree: unindented lines are parents of the indented ones. */
function namedFolders(): string[] {
  const tree = /```\n([\s\S]*?)```/.exec(read('ARCHITECTURE.md'))?.[1] ?? ''
  let parent = ''
  return tree.split('\n').flatMap((line) => {
    const [, indent, name] = /^(\s*)([\w/.-]+)\/\s/.exec(`${line} `) ?? []
    if (name === undefined) return []
    if (indent === '') parent = name
    return [indent === '' ? name : `${parent}/${name}`]
  })
}

describe('ARCHITECTURE', () => {
  it('names only folders that exist', () => {
    const missing = namedFolders().filter((folder) => !existsSync(path.join(root, folder)))
    expect(missing).toEqual([])
  })

  it('names every folder of the three workspaces', () => {
    const named = namedFolders()
    const present = ['contract/src', 'server/src', 'dashboard/src'].flatMap(foldersIn)
    expect(present.filter((folder) => !named.includes(folder))).toEqual([])
  })
})

describe('CONTRIBUTING and README', () => {
  it('name only commands that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const text = read('CONTRIBUTING.md') + read('README.md') + read('ARCHITECTURE.md')
    const commands = [...text.matchAll(/npm (?:run (?:-s )?)?(start|test|[a-z:]+)\b/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => !['install', 'brings', 'run'].includes(name))
    expect(commands.length).toBeGreaterThan(5)
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
  })
})

describe('The security document', () => {
  it('names only files that exist', () => {
    const named = [...read('docs/security.md').matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.\w+)`/g)]
    const missing = named.flatMap(([, file = '']) =>
      existsSync(path.join(root, file)) ? [] : file,
    )
    expect(named.length).toBeGreaterThan(50)
    expect(missing).toEqual([])
  })
})

describe('The promises of the security document', () => {
  const promises = promisesOf(read('docs/security.md'))

  it('each have a test', () => {
    expect(promises.length).toBeGreaterThan(50)
    expect(promises.filter(({ tests }) => tests.length === 0)).toEqual([])
  })

  it('name titles that their test files contain', () => {
    const missing = promises.flatMap(({ tests }) =>
      tests.filter(({ file, title }) => title === '' || !sourceOf(file).includes(title)),
    )
    expect(missing).toEqual([])
  })

  it('name every attack', () => {
    const named = promises.flatMap(({ tests }) => tests.map(({ file }) => file))
    const attacks = readdirSync(path.join(root, 'e2e/attacks'))
      .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.long.test.ts'))
      .map((name) => `e2e/attacks/${name}`)
    expect(attacks.filter((file) => !named.includes(file))).toEqual([])
  })
})

type ProvedPromise = {
  readonly text: string
  readonly tests: readonly { readonly file: string; readonly title: string }[]
}

/** Lists the entries below each **Promised.**, with the tests that are indented below them. */
function promisesOf(markdown: string): ProvedPromise[] {
  const lists = markdown.match(/(?<=\*\*Promised\.\*\*\n)[\s\S]*?(?=\n\*\*|\n##)/g) ?? []
  return lists
    .flatMap((list) => list.split(/^(?=- )/m).filter((entry) => entry.startsWith('- ')))
    .map((entry) => {
      const [text = '', ...lines] = entry.trim().split('\n')
      const tests = lines.map((line) => {
        const [, file = '', title = ''] = /^ {2}- `([^`]+)`: “(.+)”$/.exec(line) ?? []
        return { file, title }
      })
      return { text, tests }
    })
}

/** A test file and the support files that it imports, which can declare its tests. */
function sourceOf(file: string): string {
  if (file === '' || !existsSync(path.join(root, file))) return ''
  const source = read(file)
  const support = [...source.matchAll(/from '(\.\.\/support\/[\w-]+\.ts)'/g)]
    .map(([, imported = '']) => read(path.join(path.dirname(file), imported)))
    .join('\n')
  return `${source}\n${support}`.replaceAll("\\'", "'")
}
