import type * as Monaco from 'monaco-editor'
import { vocabularyOf } from './sql-grammar.ts'
import type { SqlVocabulary } from './sql-grammar.ts'

export type MonacoApi = typeof Monaco

/**
 * The base URL of the editor: the CDN that the page names, or else this server. It is absolute,
 * because the editor's workers cannot resolve a relative URL.
 */
const base = () =>
  document.querySelector<HTMLMetaElement>('meta[name=code-editor]')?.content ??
  `${location.origin}/monaco/vs`

type AmdRequire = ((
  modules: string[],
  onLoad: (...loaded: unknown[]) => void,
  onError: (error: unknown) => void,
) => void) & { config: (settings: unknown) => void }

let loading: Promise<MonacoApi> | undefined

/**
 * Loads the code editor once. It is served as AMD modules outside the bundle, so that pages without
 * code never load it. Rejects when loading fails, and the next call tries again.
 */
export function loadMonaco(): Promise<MonacoApi> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<MonacoApi> {
  await loadScript(`${base()}/loader.js`)
  const amd = amdRequire()
  amd.config({ paths: { vs: base() } })
  const loaded = await requireModule(amd, 'vs/editor/editor.main')
  if (!isMonaco(loaded)) throw new Error('The code editor has an unknown shape')
  return loaded
}

/** The words of the SQL dialect that Monaco's own highlighter knows. */
export async function loadSqlVocabulary(): Promise<SqlVocabulary> {
  const loaded = await requireModule(amdRequire(), 'vs/basic-languages/pgsql/pgsql')
  return vocabularyOf(
    typeof loaded === 'object' && loaded !== null ? Reflect.get(loaded, 'language') : undefined,
  )
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('Could not load the code editor'))
    })
    document.head.append(script)
  })
}

const requireModule = (amd: AmdRequire, name: string) =>
  new Promise<unknown>((resolve, reject) => amd([name], resolve, reject))

function amdRequire(): AmdRequire {
  const found: unknown = Reflect.get(window, 'require')
  if (!isAmdRequire(found)) throw new Error('Could not load the code editor')
  return found
}

const isAmdRequire = (value: unknown): value is AmdRequire =>
  typeof value === 'function' && 'config' in value

const isMonaco = (value: unknown): value is MonacoApi =>
  typeof value === 'object' && value !== null && 'editor' in value && 'languages' in value
