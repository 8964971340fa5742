import type {
  AdvisorCategory,
  AdvisorRule,
  IgnoredFinding,
} from '@stoa/contract/services/advisors/advisors'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { LEVELS, LEVEL_WORDS } from '../../components/advisors/levels.ts'
import { QueryList } from '../../components/list/query-list.tsx'
import { ProjectPage } from '../../components/project-page.tsx'
import { Time } from '../../components/time.tsx'
import { usePreviewEnabled } from '../../data/local/feature-previews.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import {
  useAdvisorReport,
  useAdvisorRules,
  useRestoreFinding,
} from '../../data/resources/services/advisors/advisors.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { StatusDot } from '../../ui/display/status-dot.tsx'
import { IgnoreDialog } from './ignore-dialog.tsx'
import { RuleText } from './rule-text.tsx'

const TITLES = {
  security: 'Security rules',
  performance: 'Performance rules',
} as const satisfies Record<AdvisorCategory, string>

type RulesPageProps = {
  projectRef: string
  category: AdvisorCategory
  /** The rule that a link leads to. */
  opened: string | undefined
}

/** The documentation of an advisor's rules, each of which can be ignored as a whole. */
export function RulesPage({ projectRef, category, opened }: RulesPageProps) {
  const rules = useAdvisorRules(projectRef)
  const { data: report } = useAdvisorReport(projectRef)
  const [isPreviewOn] = usePreviewEnabled('security-settings')
  const canIgnore = useCan(projectRef)('advisors:write') && isPreviewOn
  const found = rules.data
    ?.filter((rule) => rule.category === category)
    .toSorted((left, right) => LEVELS.indexOf(left.level) - LEVELS.indexOf(right.level))
  return (
    <ProjectPage
      projectRef={projectRef}
      title={TITLES[category]}
      product="advisors"
      description={
        isPreviewOn
          ? 'Disable a rule that doesn’t apply to this project.'
          : 'To disable rules, turn on the feature preview Disable advisor rules.'
      }
      needs={['advisors:read']}
      forbidden="This page lists the rules of the advisors."
      width="form"
    >
      <QueryList
        label="rules"
        query={rules}
        found={found}
        empty={{ title: 'No rules', description: 'This installation has no rules here.' }}
      >
        {(items) => (
          <ul className="divide-y border-y">
            {items.map((rule) => (
              <RuleItem
                key={rule.name}
                projectRef={projectRef}
                rule={rule}
                isOpened={rule.name === opened}
                canIgnore={canIgnore}
                ignored={report?.ignored.find(
                  ({ rule: name, cache_key: key }) => name === rule.name && key === null,
                )}
              />
            ))}
          </ul>
        )}
      </QueryList>
    </ProjectPage>
  )
}

type RuleItemProps = {
  projectRef: string
  rule: AdvisorRule
  isOpened: boolean
  canIgnore: boolean
  ignored: IgnoredFinding | undefined
}

function RuleItem({ projectRef, rule, isOpened, canIgnore, ignored }: RuleItemProps) {
  const item = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isOpened) item.current?.scrollIntoView({ block: 'start' })
  }, [isOpened])
  const { one, tone } = LEVEL_WORDS[rule.level]
  return (
    <li>
      <details ref={item} open={isOpened} className="scroll-mt-14">
        <summary className="flex cursor-pointer items-baseline gap-3 py-2.5">
          <StatusDot tone={tone} />
          <span className="min-w-0 flex-1">
            <span className="font-medium">{rule.title}</span>
            <span className="block text-pretty text-muted">{rule.description}</span>
          </span>
          <span className="shrink-0 text-xs text-muted">{ignored ? 'Disabled' : one}</span>
        </summary>
        <div className="grid gap-4 pb-4 pl-5">
          <RuleText projectRef={projectRef} rule={rule} isRulesPage />
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
            <code className="text-muted">{rule.name}</code>
            <Link
              to={`/project/$ref/advisors/${rule.category}`}
              params={{ ref: projectRef }}
              search={{ rule: rule.name, level: ignored ? 'ignored' : rule.level }}
              className="text-accent-text hover:underline"
            >
              Show findings
            </Link>
          </p>
          <RuleSwitch {...{ projectRef, rule, canIgnore, ignored }} />
        </div>
      </details>
    </li>
  )
}

function RuleSwitch({ projectRef, rule, canIgnore, ignored }: Omit<RuleItemProps, 'isOpened'>) {
  const [isIgnoring, setIsIgnoring] = useState(false)
  const restore = useRestoreFinding(projectRef)
  return (
    <div className="grid justify-items-start gap-2">
      {ignored && (
        <p className="max-w-full text-xs break-words text-muted">
          Disabled by {ignored.ignored_by ?? 'a deleted account'} <Time date={ignored.ignored_at} />
          : {ignored.reason}
        </p>
      )}
      {canIgnore &&
        (ignored ? (
          <Button size="sm" pending={restore.isPending} onClick={() => restore.mutate(ignored.id)}>
            Enable rule
          </Button>
        ) : (
          <Button size="sm" onClick={() => setIsIgnoring(true)}>
            Disable rule
          </Button>
        ))}
      {isIgnoring && (
        <IgnoreDialog
          projectRef={projectRef}
          rule={rule.name}
          cacheKey={null}
          title={`Disable the rule “${rule.title}”?`}
          onClose={() => setIsIgnoring(false)}
        />
      )}
    </div>
  )
}
