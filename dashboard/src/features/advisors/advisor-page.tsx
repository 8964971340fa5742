import type { AdvisorCategory, AdvisorReport } from '@stoa/contract/services/advisors/advisors'
import { ProjectPage } from '../../components/project-page.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { Time } from '../../components/time.tsx'
import { useUrlParam } from '../../components/list/use-search-param.ts'
import { LEVEL_WORDS } from '../../components/advisors/levels.ts'
import {
  useAdvisorReport,
  useRunAdvisors,
} from '../../data/resources/services/advisors/advisors.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FindingList } from './finding-list.tsx'
import { FindingSheet } from './finding-sheet.tsx'
import { firstView, isIn, listFindings, VIEWS, type ListedFinding, type View } from './findings.ts'
import { RuleFilter } from './rule-filter.tsx'
import { UncheckedRules } from './unchecked-rules.tsx'

const PAGES = {
  security: {
    title: 'Security advisor',
    description: 'Tables, functions, and settings that give clients more access than intended.',
  },
  performance: {
    title: 'Performance advisor',
    description: 'Tables, indexes, and policies that make queries slower than necessary.',
  },
} as const satisfies Record<AdvisorCategory, { title: string; description: string }>

type AdvisorPageProps = { projectRef: string; category: AdvisorCategory }

/** The findings of one advisor, by severity. */
export function AdvisorPage({ projectRef, category }: AdvisorPageProps) {
  const { title, description } = PAGES[category]
  const run = useRunAdvisors(projectRef)
  const { data: report, error, refetch } = useAdvisorReport(projectRef)
  const findings = report && listFindings(report, category)
  return (
    <ProjectPage
      projectRef={projectRef}
      title={title}
      product="advisors"
      description={description}
      needs={['advisors:read']}
      forbidden="This page lists findings about the database and its settings."
      action={
        <>
          {findings && findings.length > 0 && (
            <ExportMenu findings={findings} fileName={`${category}-advisor`} />
          )}
          <Button pending={run.isPending} onClick={() => run.mutate()}>
            {report?.checked_at === null ? 'Check now' : 'Check again'}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {run.error && <QueryError error={run.error} title="Could not check the database" />}
        {error && (
          <QueryError
            error={error}
            title={report ? 'Could not update the findings' : 'Could not load the findings'}
            onRetry={() => void refetch()}
          />
        )}
        {!report && !error && <Skeleton className="h-64" />}
        {report && findings && (
          <>
            <LastCheck report={report} />
            <Findings
              projectRef={projectRef}
              isChecked={report.checked_at !== null}
              findings={findings}
            />
            <UncheckedRules projectRef={projectRef} report={report} category={category} />
          </>
        )}
      </div>
    </ProjectPage>
  )
}

function LastCheck({
  report: { checked_at: date, duration_ms: duration },
}: {
  report: AdvisorReport
}) {
  if (date === null)
    return (
      <p className="text-xs text-muted">
        The database has not been checked yet. Findings about settings are up to date.
      </p>
    )
  return (
    <p className="text-xs text-muted">
      Database checked <Time date={date} />
      {duration !== null && ` in ${Math.max(1, Math.round(duration))} ms`}. Checks also run after
      changes to the schema.
    </p>
  )
}

type FindingsProps = {
  projectRef: string
  isChecked: boolean
  findings: readonly ListedFinding[]
}

function Findings({ projectRef, isChecked, findings }: FindingsProps) {
  const [chosenView, setView] = useUrlParam('level')
  const [rule, setRule] = useUrlParam('rule')
  const [opened, setOpened] = useUrlParam('finding')
  const view: View = VIEWS.find((each) => each === chosenView) ?? firstView(findings)
  const ofRule = rule === '' ? findings : findings.filter((finding) => finding.rule === rule)
  const finding = findings.find(({ cache_key: key }) => key === opened)
  return (
    <>
      <Tabs value={view} onValueChange={setView} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <TabsList aria-label="Severity">
          {VIEWS.map((each) => (
            <TabsTrigger key={each} value={each}>
              {labelOf(each)}{' '}
              <span className="text-muted tabular-nums">{ofRule.filter(isIn(each)).length}</span>
            </TabsTrigger>
          ))}
        </TabsList>
        <RuleFilter findings={findings} value={rule} onValueChange={setRule} />
        {VIEWS.map((each) => (
          <TabsContent key={each} value={each} className="pt-0">
            <FindingList
              projectRef={projectRef}
              view={each}
              isChecked={isChecked}
              isFiltered={rule !== ''}
              findings={ofRule.filter(isIn(each))}
              onOpen={({ cache_key: key }) => setOpened(key)}
            />
          </TabsContent>
        ))}
      </Tabs>
      {opened !== '' && (
        <FindingSheet
          key={opened}
          projectRef={projectRef}
          finding={finding}
          onClose={() => setOpened('')}
        />
      )}
    </>
  )
}

const labelOf = (view: View): string => (view === 'ignored' ? 'Ignored' : LEVEL_WORDS[view].many)
