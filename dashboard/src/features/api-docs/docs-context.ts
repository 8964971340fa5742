import { createContext, use } from 'react'
import type { CurlTarget } from './samples/curl.ts'
import type { Highlight } from '../../components/highlight/highlighter.ts'
import type { SampleLanguage } from './samples/languages.ts'

/** The settings and project data that every documentation page uses. */
export type Docs = {
  readonly projectRef: string
  /** In a panel, a page does not set the tab title, and its headings rank below the panel's. */
  readonly surface: DocsSurface
  /** Schemas that the Data API exposes. The first is used by requests that don't name a schema. */
  readonly schemas: readonly string[]
  readonly schema: string
  /** The schema named in the URL, if the Data API does not expose it. */
  readonly unexposedSchema: string | undefined
  /** Whether the Data API is enabled. */
  readonly isServed: boolean
  readonly language: SampleLanguage
  readonly setLanguage: (language: SampleLanguage) => void
  readonly target: CurlTarget
  /** Undefined until the syntax highlighter has loaded. */
  readonly highlight: Highlight | undefined
  readonly keyChoice: KeyChoice
  readonly setKeyChoice: (choice: KeyChoice) => void
  readonly keyChoices: readonly KeyChoice[]
  /** Whether the list of pages is shown when it has no column of its own. */
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
