import type { CodeLanguage } from '../../highlight/highlighter.ts'

const LANGUAGES: Readonly<Record<string, CodeLanguage>> = {
  ts: 'typescript',
  tsx: 'typescript',
  mts: 'typescript',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  py: 'python',
  go: 'go',
  swift: 'swift',
  env: 'shell',
  curl: 'shell',
  psql: 'shell',
}

/** The grammar for a file of a guide; undefined if there is none. */
export const languageOf = (name: string): CodeLanguage | undefined =>
  LANGUAGES[name.slice(name.lastIndexOf('.') + 1)]
