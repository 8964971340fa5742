import type { CronJob } from '@stoa/contract/services/cron/jobs'
import type { DatabaseWebhook } from '@stoa/contract/services/webhooks/webhooks'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { describeSchedule } from '../../components/cron/describe-schedule.ts'
import { RunStatusBadge } from '../../components/cron/run-status.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { Time } from '../../components/time.tsx'
import { useCronJobs, useRunCronJob } from '../../data/resources/services/cron/jobs.ts'
import { useDatabaseWebhooks } from '../../data/resources/services/webhooks/webhooks.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { formatCount } from '../../lib/quantities.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { jobsOf, webhooksOf, type Callee } from './callers.ts'

type TriggersTabProps = { projectRef: string; callee: Callee }

/** The automatic callers of a function: scheduled jobs and webhooks of tables. */
export function TriggersTab(props: TriggersTabProps) {
  const can = useCan(props.projectRef)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {can('cron:read') && <Schedules {...props} />}
      {can('webhooks:read') && <Webhooks {...props} />}
    </div>
  )
}

function Schedules({ projectRef, callee }: TriggersTabProps) {
  const can = useCan(projectRef)
  const { data, error, refetch } = useCronJobs(projectRef, `/functions/v1/${callee.slug}`)
  const run = useRunCronJob(projectRef)
  const canWrite = can('cron:write')
  const jobs = data && jobsOf(data, callee)
  return (
    <Triggers
      title="Schedules"
      none="No schedule calls this function."
      items={jobs}
      error={error}
      onRetry={() => void refetch()}
      action={
        canWrite && (
          <Button asChild size="sm">
            <Link
              to="/project/$ref/integrations/cron"
              params={{ ref: projectRef }}
              search={{ panel: 'new', function: callee.slug }}
            >
              New schedule
            </Link>
          </Button>
        )
      }
    >
      {(job: CronJob) => (
        <Trigger
          key={job.id}
          name={job.name ?? `Job ${job.id}`}
          link={{ to: '/project/$ref/integrations/cron', params: { ref: projectRef } }}
          detail={
            <>
              {describeSchedule(job.schedule) ?? job.schedule}
              {job.next_run_at !== null && (
                <>
                  , next <Time date={job.next_run_at} />
                </>
              )}
            </>
          }
          badge={!job.is_active && <Badge>Paused</Badge>}
          state={
            job.last_run ? (
              <>
                <RunStatusBadge status={job.last_run.status} />
                {job.last_run.started_at !== null && <Time date={job.last_run.started_at} />}
              </>
            ) : (
              'Not run yet'
            )
          }
          action={
            canWrite && (
              <Button
                size="sm"
                aria-label={`Run now: ${job.name ?? `job ${job.id}`}`}
                onClick={() => run.mutate(job.id)}
              >
                Run now
              </Button>
            )
          }
        />
      )}
    </Triggers>
  )
}

function Webhooks({ projectRef, callee }: TriggersTabProps) {
  const can = useCan(projectRef)
  const { data, error, refetch } = useDatabaseWebhooks(projectRef)
  const webhooks = data && webhooksOf(data, callee)
  const link = { to: '/project/$ref/database/hooks', params: { ref: projectRef } } as const
  return (
    <Triggers
      title="Webhooks"
      none="No webhook sends table changes to this function."
      items={webhooks}
      error={error}
      onRetry={() => void refetch()}
      action={
        can('webhooks:write') && (
          <Button asChild size="sm">
            <Link {...link} search={{ panel: 'new', function: callee.slug }}>
              New webhook
            </Link>
          </Button>
        )
      }
    >
      {(webhook: DatabaseWebhook) => (
        <Trigger
          key={webhook.id}
          name={webhook.name}
          link={link}
          detail={
            webhook.table === null ? (
              'The table was deleted'
            ) : (
              <code>
                {webhook.schema}.{webhook.table}
              </code>
            )
          }
          badge={!webhook.enabled && <Badge>Off</Badge>}
          state={
            webhook.last_delivery ? (
              <>
                {webhook.pending > 0 && `${formatCount(webhook.pending)} pending`}
                <Badge variant={webhook.last_delivery.state === 'delivered' ? 'success' : 'danger'}>
                  {webhook.last_delivery.state === 'delivered' ? 'Delivered' : 'Failed'}
                </Badge>
                <Time date={webhook.last_delivery.ended_at} />
              </>
            ) : (
              <>
                {webhook.pending > 0
                  ? `${formatCount(webhook.pending)} pending`
                  : 'Nothing delivered yet'}
              </>
            )
          }
        />
      )}
    </Triggers>
  )
}

type TriggersProps<Item> = {
  title: string
  /** The text in place of an empty list. */
  none: string
  items: readonly Item[] | undefined
  error: unknown
  onRetry: () => void
  action: ReactNode
  children: (item: Item) => ReactNode
}

function Triggers<Item>({ title, none, items, error, onRetry, ...props }: TriggersProps<Item>) {
  return (
    <section aria-label={title}>
      <header className="flex min-h-8 items-center gap-2 border-b pb-1">
        <h2 className="font-semibold">{title}</h2>
        <div className="ml-auto">{props.action}</div>
      </header>
      {error && !items ? (
        <QueryError error={error} title="Could not load the triggers" onRetry={onRetry} />
      ) : (
        <>
          {!items && <Skeleton className="mt-2 h-12" />}
          {items?.length === 0 && <p className="py-2 text-xs text-muted">{none}</p>}
          {items && items.length > 0 && (
            <ul aria-label={title} className="divide-y">
              {items.map(props.children)}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

type TriggerProps = {
  name: string
  link: Pick<LinkProps, 'to' | 'params'>
  detail: ReactNode
  badge: ReactNode
  state: ReactNode
  action?: ReactNode
}

function Trigger({ name, link, detail, badge, state, action }: TriggerProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-48 flex-1">
        <div className="flex items-center gap-2">
          <Link {...link} className="min-w-0 truncate font-medium hover:underline">
            {name}
          </Link>
          {badge}
        </div>
        <div className="truncate text-xs text-muted">{detail}</div>
      </div>
      <div className="flex items-center gap-2 text-xs text-muted">{state}</div>
      {action}
    </li>
  )
}
