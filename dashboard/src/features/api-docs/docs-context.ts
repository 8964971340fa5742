import { createContext, use } from 'react'
import type { CurlTarget } from './samples/curl.ts'
import type { SampleLanguage } from './samples/languages.ts'

/** What every page of the documentation is written for. */
export type Docs = {
  readonly projectRef: string
  /** Schemas of the Data API, the one for requests without a word about it first. */
  readonly schemas: readonly string[]
  readonly schema: string
  /** Whether the Data API answers at all. */
  readonly isServed: boolean
  readonly language: SampleLanguage
  readonly setLanguage: (language: SampleLanguage) => void
  readonly target: CurlTarget
  readonly keyChoice: KeyChoice
  readonly setKeyChoice: (choice: KeyChoice) => void
  readonly keyChoices: readonly KeyChoice[]
  /** Opens the list of pages where it has no column of its own. */
  readonly showContents: () => void
}

export type KeyChoice = 'publishable' | 'secret' | 'hidden'

export const DocsContext = createContext<Docs | null>(null)

export function useDocs(): Docs {
  const docs = use(DocsContext)
  if (!docs) throw new Error('useDocs is used outside the documentation')
  return docs
}
