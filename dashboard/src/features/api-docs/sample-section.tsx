import type { ReactNode } from 'react'
import { CodeBlock } from '../../ui/code-block.tsx'
import { useDocs } from './docs-context.ts'
import { LANGUAGE_NAMES, type SampleLanguage } from './samples/languages.ts'

type SampleSectionProps = {
  /** Stands in the address of the section, and in the sample's attribute. */
  id: string
  title: ReactNode
  text: ReactNode
  /** Accessible name of the code. */
  label: string
  code: string
  /** The language where it is not the chosen one. */
  language?: SampleLanguage
}

/** What a request does at the left, and how it is written at the right. */
export function SampleSection({ id, title, text, label, code, language }: SampleSectionProps) {
  const docs = useDocs()
  return (
    <section
      id={id}
      className="grid scroll-mt-28 grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-2 py-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      <div>
        <h3 className="text-sm font-semibold break-words">{title}</h3>
        <div className="mt-1 max-w-prose text-muted">{text}</div>
      </div>
      <CodeBlock
        data-sample={id}
        code={code}
        label={`${label} in ${LANGUAGE_NAMES[language ?? docs.language]}`}
      />
    </section>
  )
}

/** Samples that belong together. */
export function SampleGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="border-b pb-2 text-lg font-semibold">{title}</h2>
      <div className="divide-y divide-line">{children}</div>
    </section>
  )
}
