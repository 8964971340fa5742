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
