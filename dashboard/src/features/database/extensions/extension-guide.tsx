import {
  EXTENSIONS,
  installationSql,
  type CataloguedExtension,
} from '@stoa/contract/catalog/extensions'
import { EXTENSION_EXAMPLES } from '@stoa/contract/catalog/extension-examples'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { HighlightedCode } from '../../../components/highlight/highlighted-code.tsx'
import { useHighlight } from '../../../components/highlight/use-highlight.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { Page, PageHeader } from '../../../ui/layout/page-header.tsx'

/** Explains what an extension does and how to install it, with an example. Needs no account. */
export function ExtensionGuide({ extension }: { extension: CataloguedExtension }) {
  const { name, comment, link, github_url, product, builtIn, deprecated } = extension
  const example = EXTENSION_EXAMPLES[name]
  const related = EXTENSIONS.filter(
    (other) => other.name !== name && other.tags.some((tag) => extension.tags.includes(tag)),
  )
  return (
    <main className="mx-auto max-w-3xl py-8">
      <Page width="narrow">
        <p className="mb-2 text-xs text-muted">
          <Link to="/" className="font-medium text-text hover:underline">
            Stoa
          </Link>
          {[' · Extensions', ...extension.tags].join(' · ')}
        </p>
        <PageHeader title={<span className="font-mono">{name}</span>} description={`${comment}.`} />
        {deprecated && (
          <Callout type="deprecation" className="mb-6">
            {deprecated.join(' and ')} and later no longer support this extension.
          </Callout>
        )}
        <GuideSection title="Install">
          {builtIn !== undefined && (
            <p>
              Every project has its functions in the schema <code>{builtIn}</code>. There is nothing
              to install.
            </p>
          )}
          {builtIn === undefined && (
            <>
              <p>
                Open Database → Extensions in a project: the page shows whether the project’s server
                has this extension and who can install it. Or run:
              </p>
              <Sql label="SQL to install it" code={installationSql(extension)} />
            </>
          )}
          {product !== undefined && <p>In the dashboard, the page {product} shows what it does.</p>}
        </GuideSection>
        {example !== undefined && (
          <GuideSection title="Example">
            <Sql label="Example" code={example} />
          </GuideSection>
        )}
        <GuideSection title="Read more">
          <ul className="grid gap-1">
            <li>
              <External href={link}>Documentation of {name}</External>
            </li>
            <li>
              <External href={github_url}>Source code of {name}</External>
            </li>
          </ul>
        </GuideSection>
        {related.length > 0 && (
          <GuideSection title="Similar extensions">
            <ul className="flex flex-wrap gap-x-4 gap-y-1">
              {related.map((other) => (
                <li key={other.name}>
                  <Link
                    to="/guides/database/extensions/$name"
                    params={{ name: other.name }}
                    title={other.comment}
                    className="font-mono text-xs text-accent-text hover:underline"
                  >
                    {other.name}
                  </Link>
                </li>
              ))}
            </ul>
          </GuideSection>
        )}
      </Page>
    </main>
  )
}

function GuideSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Sql({ label, code }: { label: string; code: string }) {
  const highlight = useHighlight()
  return (
    <CodeBlock
      label={label}
      code={code}
      shown={<HighlightedCode code={code} language="sql" highlight={highlight} />}
      wrap
    />
  )
}

const External = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noreferrer" className="text-accent-text hover:underline">
    {children}
  </a>
)
