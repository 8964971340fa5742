import type { ProjectDetail, ProjectOverview } from '@stoa/contract/platform/projects'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { connectFacts } from '../../components/connect/connect-facts.ts'
import { GuideTabs } from '../../components/connect/guide-view.tsx'
import { firstGuides } from '../../components/connect/guides/groups.ts'
import { QueryError } from '../../components/query-error.tsx'
import { ValueList, ValueRow } from '../../components/connect/value-row.tsx'
import { useCreateSampleDatabase } from '../../data/resources/services/imports/imports.ts'
import { usePublicKeys } from '../../data/resources/platform/keys.ts'
import { formatCount } from '../../lib/quantities.ts'
import { Button } from '../../ui/buttons/button.tsx'

/** The first steps of a project: table, key, first request, each with ready-to-copy text. */
export function FirstMinutes({ project, overview, onHide }: FirstMinutesProps) {
  const can = (ability: ProjectDetail['abilities'][number]) => project.abilities.includes(ability)
  const keys = usePublicKeys(project.ref, { enabled: can('key:read_public') })
  const [tab, setTab] = useState('supabase-js')
  const { endpoints } = project
  const editorPath: string = `/project/${project.ref}/editor`
  const sqlPath: string = `/project/${project.ref}/sql`
  const policiesPath: string = `/project/${project.ref}/database/policies`
  const tables = overview.figures.find(({ name }) => name === 'tables')?.value ?? 0
  const sample = overview.sample_tables[0]
  // The table of the samples, if row level security hides its rows.
  const closed = overview.notices
    .filter(({ code }) => code === 'no_policies')
    .flatMap(({ tables: named }) => named.map(({ name }) => name))
    .find((name) => name === sample)
  const facts = connectFacts({
    project,
    connectionString: project.connectionString,
    publishableKey: keys.data?.publishable_key,
    table: sample,
  })
  return (
    <section aria-label="First steps" className="grid gap-4">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold">First steps</h2>
        <Button size="sm" variant="ghost" onClick={onHide}>
          Hide
        </Button>
      </div>
      <ol className="grid gap-8">
        <Step
          number={1}
          isDone={tables > 0}
          title={
            tables > 0
              ? `${formatCount(tables)} ${tables === 1 ? 'table' : 'tables'} created`
              : 'Create a table'
          }
          description={
            tables > 0
              ? 'Read and change rows in the table editor.'
              : 'Tables contain your rows. The table editor enables row level security for new tables.'
          }
        >
          {can('database:read') && (
            <div className="flex flex-wrap gap-2">
              <Button asChild variant={tables > 0 ? 'secondary' : 'primary'}>
                <Link to={editorPath}>{tables > 0 ? 'Open table editor' : 'Create table'}</Link>
              </Button>
              <Button asChild>
                <Link to={sqlPath}>Write SQL</Link>
              </Button>
              {can('database:write') && (
                <Button asChild>
                  <Link to="/project/$ref/editor/import" params={{ ref: project.ref }}>
                    Import a file
                  </Link>
                </Button>
              )}
              {can('database:write') && tables === 0 && <SampleButton projectRef={project.ref} />}
            </div>
          )}
        </Step>
        <Step
          number={2}
          title="Copy your URL and key"
          description="The publishable key is safe to use in a browser. Row level security decides which rows it can read."
        >
          <ValueList>
            <ValueRow label="API URL" value={endpoints.api_url} />
            {can('key:read_public') && !keys.error && (
              <ValueRow label="Publishable key" value={keys.data?.publishable_key} />
            )}
          </ValueList>
          {keys.error && (
            <QueryError
              error={keys.error}
              title="Could not load the keys"
              onRetry={() => void keys.refetch()}
              className="mt-3"
            />
          )}
        </Step>
        <Step
          number={3}
          isDone={overview.has_requests}
          title={overview.has_requests ? 'First request received' : 'Send a request'}
          description={
            closed && (
              <>
                The result is empty until a policy allows reading {closed}.{' '}
                <Link to={policiesPath} className="text-accent-text underline">
                  Create a policy
                </Link>
              </>
            )
          }
        >
          <GuideTabs guides={firstGuides} facts={facts} value={tab} onValueChange={setTab} />
        </Step>
      </ol>
    </section>
  )
}

/** Creates tables to try things out with. */
function SampleButton({ projectRef }: { projectRef: string }) {
  const create = useCreateSampleDatabase(projectRef)
  return (
    <Button disabled={create.isPending} onClick={() => create.mutate()}>
      {create.isPending ? 'Creating sample tables' : 'Create sample tables'}
    </Button>
  )
}

type FirstMinutesProps = {
  project: ProjectDetail
  overview: ProjectOverview
  onHide: () => void
}

type StepProps = {
  number: number
  title: string
  description?: ReactNode
  isDone?: boolean
  children: ReactNode
}

function Step({ number, title, description, isDone = false, children }: StepProps) {
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden
        className={`mt-0.5 grid size-5 place-items-center rounded-full border text-2xs tabular-nums ${isDone ? 'border-transparent bg-success-soft text-success-text' : 'text-muted'}`}
      >
        {isDone ? <Check className="size-3" /> : number}
      </span>
      <div className="min-w-0">
        <h2 className="text-base font-medium">{title}</h2>
        {description && <p className="text-muted">{description}</p>}
        <div className="mt-3">{children}</div>
      </div>
    </li>
  )
}
