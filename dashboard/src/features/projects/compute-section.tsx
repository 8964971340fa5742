import {
  COMPUTE_SIZES,
  findComputeSize,
  type ComputeSize,
  type ComputeSizeId,
} from '@stoa/contract/catalog/compute-sizes'
import type { Compute } from '@stoa/contract/platform/compute'
import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { useCompute, useResizeProject } from '../../data/resources/platform/compute.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Radio, RadioGroup } from '../../ui/inputs/radio.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

const NONE = 'none'
type Choice = ComputeSizeId | typeof NONE

/** The compute size of a project's database. */
export function ComputeSection({ projectRef }: { projectRef: string }) {
  const { data: compute, error, refetch } = useCompute(projectRef)
  return (
    <Section
      id="compute"
      title="Compute"
      description="The memory, processors and connections of the database."
    >
      {error && !compute && (
        <QueryError
          error={error}
          title="Could not load the compute size"
          onRetry={() => void refetch()}
        />
      )}
      {!compute && !error && <Skeleton className="h-60" />}
      {compute && (
        // A size that was changed elsewhere becomes the chosen one.
        <SizeForm key={compute.size} projectRef={projectRef} compute={compute} />
      )}
    </Section>
  )
}

function SizeForm({ projectRef, compute }: { projectRef: string; compute: Compute }) {
  const current: Choice = compute.size ?? NONE
  const [chosen, setChosen] = useState<Choice>(current)
  const [isAsked, setAsked] = useState(false)
  const resize = useResizeProject(projectRef)
  const canResize = useCan(projectRef)('project:update')
  const size = chosen === NONE ? null : chosen
  return (
    <>
      {!compute.is_limited && (
        <Callout type="note" title="This system does not limit memory and processors">
          A size sets Postgres’s connections and caches. Limits need control groups, which the
          server can make on Linux as root.
        </Callout>
      )}
      <RadioGroup
        aria-label="Compute size"
        value={chosen}
        onValueChange={(value) => setChosen(choiceOf(value))}
        disabled={!canResize}
      >
        {(compute.allows_none || current === NONE) && (
          <Radio
            value={NONE}
            label="No size"
            description="Shares the whole machine with the other projects · 60 connections"
          />
        )}
        {COMPUTE_SIZES.map((each) => (
          <SizeOption key={each.id} size={each} compute={compute} />
        ))}
      </RadioGroup>
      {canResize && (
        <div>
          <Button disabled={chosen === current} onClick={() => setAsked(true)}>
            Change size
          </Button>
        </div>
      )}
      <ConfirmDialog
        visible={isAsked}
        size="md"
        variant="warning"
        title={`Change the compute size to ${nameOf(size)}`}
        description="The database restarts, which closes its open connections. Requests to the API wait until it is back."
        confirmLabel="Change size"
        loading={resize.isPending}
        onCancel={() => setAsked(false)}
        onConfirm={() => resize.mutate(size, { onSettled: () => setAsked(false) })}
      />
    </>
  )
}

function SizeOption({ size, compute }: { size: ComputeSize; compute: Compute }) {
  const unavailable = compute.sizes.find(({ id }) => id === size.id)?.unavailable ?? null
  return (
    <Radio
      value={size.id}
      label={size.name}
      description={unavailable ?? factsOf(size)}
      disabled={unavailable !== null && compute.size !== size.id}
    />
  )
}

const factsOf = ({ memory_gb, cpu_cores, connections_direct }: ComputeSize) =>
  [
    `${memory_gb} GB memory`,
    cpu_cores === null ? 'shared processors' : `${cpu_cores} cores`,
    `${connections_direct} connections`,
  ].join(' · ')

const nameOf = (id: ComputeSizeId | null) => findComputeSize(id)?.name ?? 'no size'

const choiceOf = (value: string): Choice => COMPUTE_SIZES.find(({ id }) => id === value)?.id ?? NONE
