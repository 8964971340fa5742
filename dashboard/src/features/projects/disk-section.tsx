import {
  MAX_DISK_LIMIT_BYTES,
  MIN_DISK_LIMIT_BYTES,
  setDiskLimit,
  type DiskUsage,
} from '@stoa/contract/platform/disk'
import { FormField } from '../../components/form/form-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { QueryError } from '../../components/query-error.tsx'
import { Time } from '../../components/time.tsx'
import { useDiskUsage, useSetDiskLimit } from '../../data/resources/platform/disk.ts'
import { useProfile } from '../../data/resources/platform/profile.ts'
import { formatBytes, GIGABYTE } from '../../lib/quantities.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** A project's disk usage, and what to do if it is too high. Operators can change the limit. */
export function DiskSection({ projectRef }: { projectRef: string }) {
  const { data: disk, error, refetch } = useDiskUsage(projectRef)
  const { data: profile } = useProfile()
  return (
    <Section
      id="disk"
      title="Disk"
      description="The database, its indexes and its write-ahead log. At the limit, the database becomes read-only."
    >
      {error && !disk && (
        <QueryError
          error={error}
          title="Could not load the disk usage"
          onRetry={() => void refetch()}
        />
      )}
      {!disk && !error && <Skeleton className="h-12" />}
      {disk && <Usage disk={disk} />}
      {disk && profile?.is_operator && <LimitForm projectRef={projectRef} disk={disk} />}
    </Section>
  )
}

function Usage({ disk }: { disk: DiskUsage }) {
  const { used_bytes, limit_bytes, state, read_only_since } = disk
  const percent = Math.min(100, (used_bytes / limit_bytes) * 100)
  return (
    <>
      <div className="grid gap-1.5">
        <p>
          {formatBytes(used_bytes)} of {formatBytes(limit_bytes)} used
        </p>
        <Progress label="Disk usage" value={percent} tone={toneOf(disk, percent)} />
        {read_only_since !== null && (
          <p className="text-xs text-muted">
            Read-only since <Time date={read_only_since} />
          </p>
        )}
      </div>
      {state !== 'writable' && <WayOut disk={disk} />}
    </>
  )
}

function toneOf({ state }: DiskUsage, percent: number) {
  if (state !== 'writable') return 'danger'
  return percent >= 80 ? 'warning' : 'accent'
}

function WayOut({ disk }: { disk: DiskUsage }) {
  if (disk.cause === 'server')
    return (
      <Callout type="caution" title="The disk of this server is almost full">
        All projects on this server are read-only until the operator frees disk space.
      </Callout>
    )
  if (disk.state === 'closed')
    return (
      <Callout type="danger" title="Database connections and the SQL editor are closed">
        The database grew to {formatBytes(disk.closed_from_bytes)} while it was read-only. The API
        can still read. Ask the operator of this server to raise the limit, then delete data.
      </Callout>
    )
  return (
    <Callout type="caution" title="The database is read-only">
      <ol className="ml-4 grid list-decimal gap-1">
        <li>
          In the SQL editor, start with <code>begin read write;</code> and delete rows, or truncate
          or drop tables. You can also delete rows in the table editor.
        </li>
        <li>
          After you delete rows, run <code>vacuum full</code> on the table to free the disk space.
        </li>
        <li>
          The database is writable again when it uses less than{' '}
          {formatBytes(disk.limit_bytes * 0.95)}. At {formatBytes(disk.closed_from_bytes)}, database
          connections are closed.
        </li>
      </ol>
    </Callout>
  )
}

function LimitForm({ projectRef, disk }: { projectRef: string; disk: DiskUsage }) {
  const saved = String(Number((disk.limit_bytes / GIGABYTE).toFixed(2)))
  const save = useSetDiskLimit(projectRef)
  const form = useForm({
    kind: 'settings',
    endpoint: setDiskLimit,
    values: { limit_bytes: saved },
    toBody: ({ limit_bytes: gigabytes }) => ({
      limit_bytes: gigabytes.trim() === '' ? undefined : Math.round(Number(gigabytes) * GIGABYTE),
    }),
    mutation: {
      ...save,
      mutate: ({ limit_bytes }, options) => save.mutate(limit_bytes, options),
    },
    errorField: 'limit_bytes',
  })
  const { state } = form
  const changed = { ...state, canSubmit: state.isDirty }
  return (
    <Form {...changed} className="grid gap-3">
      {(_leave, problem) => (
        <>
          <FormField
            form={form}
            name="limit_bytes"
            label="Disk limit in GB"
            description="Only operators can change it."
            problem={`Enter a number between ${(MIN_DISK_LIMIT_BYTES / GIGABYTE).toFixed(1)} and ${MAX_DISK_LIMIT_BYTES / GIGABYTE}.`}
          >
            {(attributes, value, change) => (
              <Input
                {...attributes}
                className="max-w-40"
                inputMode="decimal"
                value={value}
                onChange={(event) => change(event.target.value)}
              />
            )}
          </FormField>
          {problem}
          <div>
            <SubmitButton state={changed} variant="secondary">
              Change limit
            </SubmitButton>
          </div>
        </>
      )}
    </Form>
  )
}
