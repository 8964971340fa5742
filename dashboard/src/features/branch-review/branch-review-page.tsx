import type {
  BranchChanges,
  BranchPlan,
  MergeDirection,
} from '@stoa/contract/platform/branch-changes'
import { useState } from 'react'
import { ProjectPage } from '../../components/project-page.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { Time } from '../../components/time.tsx'
import {
  useBranchChanges,
  usePlanBranchMerge,
} from '../../data/resources/platform/branch-changes.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ChangedObjects } from './changed-objects.tsx'
import { ConflictList } from './conflict-list.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { MergePlan } from './merge-plan.tsx'
import { DIRECTIONS } from './review-words.ts'

type BranchReviewProps = {
  projectRef: string
  direction: MergeDirection
  onDirection: (direction: MergeDirection) => void
}

/** The schema changes between a branch and its parent, and their merge in both directions. */
export function BranchReviewPage({ projectRef, direction, onDirection }: BranchReviewProps) {
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Review changes"
      product="database"
      description="The schema changes of this branch since it was created. Data is not compared."
      needs={['database:read']}
      forbidden="This page compares the schema of a branch with its parent."
    >
      {({ parent_project_ref: parentRef }) =>
        parentRef === null ? (
          <EmptyState
            title="Not a branch"
            description="Open a branch of this project to compare it with the project and to merge it."
          />
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <SegmentedControl
              aria-label="Direction"
              className="justify-self-start"
              value={direction}
              options={OPTIONS}
              onValueChange={onDirection}
            />
            <Changes key={direction} projectRef={projectRef} direction={direction} />
          </div>
        )
      }
    </ProjectPage>
  )
}

const OPTIONS = (['to_parent', 'to_branch'] as const).map((value) => ({
  value,
  label: DIRECTIONS[value].tab,
}))

type ChangesProps = { projectRef: string; direction: MergeDirection }

function Changes({ projectRef, direction }: ChangesProps) {
  const { data, error, refetch } = useBranchChanges(projectRef, direction)
  if (!data && error)
    return (
      <QueryError
        error={error}
        title="Could not compare the schemas"
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton className="h-64" />
  if (data.difference_count + data.conflict_count === 0)
    return (
      <EmptyState
        title="No difference"
        description={
          direction === 'to_parent'
            ? 'The branch has no schema changes that its parent lacks.'
            : 'The parent has no schema changes that the branch lacks.'
        }
      />
    )
  return <Review projectRef={projectRef} changes={data} />
}

function Review({ projectRef, changes }: { projectRef: string; changes: BranchChanges }) {
  const canMerge = useCan(projectRef)('database:write')
  const plan = usePlanBranchMerge(projectRef)
  const [merged, setMerged] = useState<BranchPlan>()
  const { direction, base, conflicts, conflict_count: conflictCount } = changes
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-xs text-muted">
          {base.is_exact
            ? 'Compared with the common schema of '
            : 'The common schema is unknown; the parent is taken as it was on '}
          <Time date={base.taken_at} />.
          {canMerge &&
            ' A review tries the statements on the target and rolls them back; the tables that they change are locked for up to 20 seconds.'}
        </p>
        {canMerge && (
          <Button
            variant={plan.data ? 'secondary' : 'primary'}
            pending={plan.isPending}
            onClick={() => plan.mutate(direction)}
          >
            {plan.data ? 'Review again' : 'Review statements'}
          </Button>
        )}
      </div>
      {conflictCount > 0 && <ConflictList conflicts={conflicts} total={conflictCount} />}
      {plan.error && <QueryError error={plan.error} title="Could not plan the merge" />}
      {plan.data && (
        <>
          <MergePlan plan={plan.data} />
          <Button
            variant="primary"
            className="justify-self-start"
            disabled={plan.data.trial === 'failed' || plan.data.conflict_count > 0}
            onClick={() => setMerged(plan.data)}
          >
            {DIRECTIONS[direction].merge}
          </Button>
        </>
      )}
      <ChangedObjects differences={changes.differences} total={changes.difference_count} />
      {merged && (
        <MergeDialog projectRef={projectRef} plan={merged} onClose={() => setMerged(undefined)} />
      )}
    </>
  )
}
