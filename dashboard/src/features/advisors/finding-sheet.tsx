import { useState } from 'react'
import { LEVEL_WORDS } from '../../components/advisors/levels.ts'
import { Time } from '../../components/time.tsx'
import { useCan } from '../../data/resources/platform/projects.ts'
import {
  useAdvisorRules,
  useRestoreFinding,
} from '../../data/resources/services/advisors/advisors.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { StatusDot } from '../../ui/display/status-dot.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Sheet, SheetBody } from '../../ui/overlays/sheet.tsx'
import { ObjectLink } from './finding-list.tsx'
import type { ListedFinding } from './findings.ts'
import { FixSection } from './fix-section.tsx'
import { IgnoreDialog } from './ignore-dialog.tsx'
import { RuleText } from './rule-text.tsx'

type FindingSheetProps = {
  projectRef: string
  /** Undefined if it was corrected. */
  finding: ListedFinding | undefined
  onClose: () => void
}

/** A finding with its explanation, its correction, and the choice to ignore it. */
export function FindingSheet({ projectRef, finding, onClose }: FindingSheetProps) {
  return (
    <Sheet open title={finding?.title ?? 'Finding'} onClose={onClose}>
      <SheetBody className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
        {finding ? (
          <FindingDetails projectRef={projectRef} finding={finding} />
        ) : (
          <EmptyState
            title="This finding no longer exists"
            description="The object was corrected or deleted."
          />
        )}
      </SheetBody>
    </Sheet>
  )
}

function FindingDetails({ projectRef, finding }: { projectRef: string; finding: ListedFinding }) {
  const can = useCan(projectRef)
  const { data: rules } = useAdvisorRules(projectRef)
  const rule = rules?.find(({ name }) => name === finding.rule)
  const { one, tone } = LEVEL_WORDS[finding.level]
  return (
    <>
      <div className="grid gap-2">
        <p className="flex items-center gap-2 text-xs text-muted">
          <StatusDot tone={tone} />
          {one}
        </p>
        <p className="break-words">{finding.detail}</p>
        <p className="min-w-0 truncate text-xs">
          <ObjectLink projectRef={projectRef} finding={finding} />
        </p>
      </div>
      {finding.can_fix && can('database:write') && (
        <FixSection projectRef={projectRef} cacheKey={finding.cache_key} />
      )}
      {rule && <RuleText projectRef={projectRef} rule={rule} />}
      <IgnoreSection projectRef={projectRef} finding={finding} canIgnore={can('advisors:write')} />
    </>
  )
}

type IgnoreSectionProps = { projectRef: string; finding: ListedFinding; canIgnore: boolean }

function IgnoreSection({ projectRef, finding, canIgnore }: IgnoreSectionProps) {
  const [isIgnoring, setIsIgnoring] = useState(false)
  const restore = useRestoreFinding(projectRef)
  const { ignored } = finding
  if (!ignored && !canIgnore) return null
  return (
    <section className="grid justify-items-start gap-2 border-t pt-4">
      {ignored ? (
        <>
          <h3 className="text-sm font-medium">
            {ignored.cache_key === null ? 'Rule ignored' : 'Ignored'}
          </h3>
          <p className="max-w-full break-words">{ignored.reason}</p>
          <p className="text-xs text-muted">
            {ignored.ignored_by ?? 'A deleted account'}, <Time date={ignored.ignored_at} />
          </p>
          {canIgnore && (
            <Button pending={restore.isPending} onClick={() => restore.mutate(ignored.id)}>
              {ignored.cache_key === null ? 'Stop ignoring the rule' : 'Stop ignoring'}
            </Button>
          )}
        </>
      ) : (
        <Button onClick={() => setIsIgnoring(true)}>Ignore finding</Button>
      )}
      {isIgnoring && (
        <IgnoreDialog
          projectRef={projectRef}
          rule={finding.rule}
          cacheKey={finding.cache_key}
          title="Ignore this finding?"
          onClose={() => setIsIgnoring(false)}
        />
      )}
    </section>
  )
}
