import { Link } from '@tanstack/react-router'
import { List } from 'lucide-react'
import type { ReactNode } from 'react'
import { useProject } from '../../data/resources/platform/projects.ts'
import { classNames } from '../../lib/class-names.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { useDocs, type KeyChoice } from './docs-context.ts'
import { DocsHeading } from './docs-heading.tsx'
import { LANGUAGE_NAMES, SAMPLE_LANGUAGES } from './samples/languages.ts'

type DocsPageProps = {
  title: string
  /** Shown beside the title; names the kind of object described. */
  badge?: ReactNode
  description?: ReactNode
  /** Table and function names are set in a monospaced font. */
  isName?: boolean
  /** A page without samples hides the language and key switches. */
  hasSamples?: boolean
  children: ReactNode
}

/** One documentation page, below the language and key switches that all samples follow. */
export function DocsPage({ title, badge, description, isName = false, ...props }: DocsPageProps) {
  const { hasSamples = true, children } = props
  const { projectRef, surface, isServed, keyChoice, showContents } = useDocs()
  return (
    <div>
      {surface === 'page' && <TabTitle title={isName ? `${title} in the API docs` : title} />}
      <div
        className={classNames(
          'sticky top-(--shell-top) z-10 flex min-h-12 flex-wrap items-center gap-2 border-b bg-surface px-4 py-2 sm:px-6',
          !hasSamples && '@xl/docs:hidden',
        )}
      >
        <Button className="@xl/docs:hidden" onClick={() => showContents(true)}>
          <List />
          Contents
        </Button>
        {hasSamples && <SampleSwitches />}
      </div>
      <article className="max-w-6xl px-4 pt-6 pb-24 sm:px-6">
        <header className="mb-6">
          <div className="flex flex-wrap items-center gap-2">
            <DocsHeading
              level={1}
              className={classNames(
                'text-xl font-semibold tracking-tight',
                isName && 'font-mono break-all',
              )}
            >
              {title}
            </DocsHeading>
            {badge}
          </div>
          {description && (
            <div className="mt-1 max-w-prose text-base text-muted">{description}</div>
          )}
        </header>
        {hasSamples && !isServed && <SwitchedOff projectRef={projectRef} />}
        {hasSamples && keyChoice === 'secret' && (
          <Callout type="danger" title="Samples contain a secret key" className="mb-6">
            The key bypasses row level security. Use it only on your servers. The audit log records
            that you revealed it.
          </Callout>
        )}
        {children}
      </article>
    </div>
  )
}

function TabTitle({ title }: { title: string }) {
  const { data: project } = useProject(useDocs().projectRef)
  useTitle(title, project?.name)
  return null
}

function SwitchedOff({ projectRef }: { projectRef: string }) {
  return (
    <Callout type="caution" title="The Data API is disabled" className="mb-6">
      Requests for tables and functions are rejected until you enable it in the{' '}
      <Link
        to="/project/$ref/settings/data-api"
        params={{ ref: projectRef }}
        search={{ apiDocs: undefined }}
        className="text-accent-text underline underline-offset-2"
      >
        Data API settings
      </Link>
      .
    </Callout>
  )
}

const KEY_NAMES: Readonly<Record<KeyChoice, string>> = {
  publishable: 'Publishable key',
  secret: 'Secret key',
  hidden: 'Hide key',
}

function SampleSwitches() {
  const { language, setLanguage, keyChoice, keyChoices, setKeyChoice } = useDocs()
  return (
    <>
      <SegmentedControl
        aria-label="Language of samples"
        value={language}
        options={SAMPLE_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onValueChange={setLanguage}
      />
      <Select
        aria-label="Key in samples"
        className="w-36"
        value={keyChoice}
        options={keyChoices.map((value) => ({ value, label: KEY_NAMES[value] }))}
        onValueChange={setKeyChoice}
      />
    </>
  )
}
