import { createContext, use } from 'react'
import type { CurlTarget } from './samples/curl.ts'
import type { Highlight } from './highlight/highlighter.ts'
import type { SampleLanguage } from './samples/languages.ts'

/** What every page of the documentation is written for. */
export type Docs = {
  readonly projectRef: string
  /** In a panel a page has no title of the tab, and its headings stand below the panel's. */
  readonly surface: DocsSurface
  /** Schemas of the Data API, the one for requests without a word about it first. */
  readonly schemas: readonly string[]
  readonly schema: string
  /** The schema that the address names, where the Data API does not expose it. */
  readonly unexposedSchema: string | undefined
  /** Whether the Data API answers at all. */
  readonly isServed: boolean
  readonly language: SampleLanguage
  readonly setLanguage: (language: SampleLanguage) => void
  readonly target: CurlTarget
  /** Absent until what colours samples is there. */
  readonly highlight: Highlight | undefined
  readonly keyChoice: KeyChoice
  readonly setKeyChoice: (choice: KeyChoice) => void
  readonly keyChoices: readonly KeyChoice[]
  /** The list of pages, where it has no column of its own. */
  readonly areContentsShown: boolean
  readonly showContents: (areShown: boolean) => void
}

export type DocsSurface = 'page' | 'panel'
export type KeyChoice = 'publishable' | 'secret' | 'hidden'

export const DocsContext = createContext<Docs | null>(null)

export function useDocs(): Docs {
  const docs = use(DocsContext)
  if (!docs) throw new Error('useDocs is used outside the documentation')
  return docs
}
