import type { ReactNode } from 'react'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { useDocs } from './docs-context.ts'
import { DocsHeading } from './docs-heading.tsx'
import { HighlightedCode } from '../../components/highlight/highlighted-code.tsx'
import { LANGUAGE_NAMES, type SampleLanguage } from './samples/languages.ts'

type SampleSectionProps = {
  /** Used as the section's anchor in the URL and as the sample's attribute. */
  id: string
  title: ReactNode
  text: ReactNode
  /** Accessible name of the code. */
  label: string
  code: string
  /** The language of the sample, if it is not the selected one. */
  language?: SampleLanguage
}

const GRAMMARS = { javascript: 'javascript', curl: 'shell', python: 'python' } as const

/** The description of a request on the left and its code on the right. */
export function SampleSection({ id, title, text, label, code, language }: SampleSectionProps) {
  const docs = useDocs()
  return (
    <section
      id={id}
      className="grid scroll-mt-28 grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-2 py-4 @2xl/text:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      <div>
        <DocsHeading level={3} className="text-sm font-semibold break-words">
          {title}
        </DocsHeading>
        <div className="mt-1 max-w-prose text-muted">{text}</div>
      </div>
      <CodeBlock
        data-sample={id}
        code={code}
        shown={
          <HighlightedCode
            code={code}
            language={GRAMMARS[language ?? docs.language]}
            highlight={docs.highlight}
          />
        }
        label={`${label} in ${LANGUAGE_NAMES[language ?? docs.language]}`}
      />
    </section>
  )
}

/** A group of related samples. */
export function SampleGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <DocsHeading level={2} className="border-b pb-2 text-lg font-semibold">
        {title}
      </DocsHeading>
      <div className="divide-y divide-line">{children}</div>
    </section>
  )
}
