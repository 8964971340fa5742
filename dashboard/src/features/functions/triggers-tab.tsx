import type { DatabaseWebhook } from '@stoa/contract/services/webhooks/webhooks'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { describeSchedule } from '../../components/cron/describe-schedule.ts'
import { RunStatusBadge } from '../../components/cron/run-status.tsx'
import { QueryList, type ListQuery } from '../../components/list/query-list.tsx'
import { RecordList, type RecordRow } from '../../components/list/record-list.tsx'
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
  const jobs = useCronJobs(projectRef, `/functions/v1/${callee.slug}`)
  const run = useRunCronJob(projectRef)
  const canWrite = can('cron:write')
  const link = { to: '/project/$ref/integrations/cron', params: { ref: projectRef } } as const
  return (
    <Triggers
      title="Schedules"
      query={{ ...jobs, data: jobs.data && jobsOf(jobs.data, callee) }}
      none="No schedule calls this function."
      action={
        canWrite && (
          <Button asChild size="sm">
            <Link {...link} search={{ panel: 'new', function: callee.slug }}>
              New schedule
            </Link>
          </Button>
        )
      }
      row={(job) => ({
        title: <TriggerLink {...link}>{job.name ?? `Job ${job.id}`}</TriggerLink>,
        detail: (
          <>
            {describeSchedule(job.schedule) ?? job.schedule}
            {job.next_run_at !== null && (
              <>
                , next <Time date={job.next_run_at} />
              </>
            )}
          </>
        ),
        beside: !job.is_active && <Badge>Paused</Badge>,
        state: job.last_run ? (
          <>
            <RunStatusBadge status={job.last_run.status} />
            {job.last_run.started_at !== null && <Time date={job.last_run.started_at} />}
          </>
        ) : (
          'Not run yet'
        ),
        action: canWrite && (
          <Button
            size="sm"
            aria-label={`Run now: ${job.name ?? `job ${job.id}`}`}
            onClick={() => run.mutate(job.id)}
          >
            Run now
          </Button>
        ),
      })}
    />
  )
}

function Webhooks({ projectRef, callee }: TriggersTabProps) {
  const can = useCan(projectRef)
  const webhooks = useDatabaseWebhooks(projectRef)
  const link = { to: '/project/$ref/database/hooks', params: { ref: projectRef } } as const
  return (
    <Triggers
      title="Webhooks"
      query={{ ...webhooks, data: webhooks.data && webhooksOf(webhooks.data, callee) }}
      none="No webhook sends table changes to this function."
      action={
        can('webhooks:write') && (
          <Button asChild size="sm">
            <Link {...link} search={{ panel: 'new', function: callee.slug }}>
              New webhook
            </Link>
          </Button>
        )
      }
      row={(webhook) => ({
        title: <TriggerLink {...link}>{webhook.name}</TriggerLink>,
        detail:
          webhook.table === null ? (
            'The table was deleted'
          ) : (
            <code>
              {webhook.schema}.{webhook.table}
            </code>
          ),
        beside: !webhook.enabled && <Badge>Off</Badge>,
        state: <Deliveries webhook={webhook} />,
      })}
    />
  )
}

function Deliveries({ webhook: { pending, last_delivery: last } }: { webhook: DatabaseWebhook }) {
  const waiting = pending > 0 && `${formatCount(pending)} pending`
  if (!last) return waiting || 'Nothing delivered yet'
  const isDelivered = last.state === 'delivered'
  return (
    <>
      {waiting}
      <Badge variant={isDelivered ? 'success' : 'danger'}>
        {isDelivered ? 'Delivered' : 'Failed'}
      </Badge>
      <Time date={last.ended_at} />
    </>
  )
}

type TriggersProps<Item> = {
  title: string
  query: ListQuery<Item>
  /** The text in place of an empty list. */
  none: string
  /** The button that adds one. */
  action: ReactNode
  row: (item: Item) => RecordRow
}

function Triggers<Item extends { id: string | number }>({
  title,
  query,
  none,
  action,
  row,
}: TriggersProps<Item>) {
  const label = title.toLowerCase()
  return (
    <section aria-label={title} className="grid gap-3">
      <header className="flex min-h-8 items-center gap-2">
        <h2 className="font-semibold">{title}</h2>
        {query.data && query.data.length > 0 && <div className="ml-auto">{action}</div>}
      </header>
      <QueryList
        label={label}
        query={query}
        skeleton={<Skeleton className="h-12" />}
        empty={{ title: `No ${label} yet`, description: none, action }}
      >
        {(items) => <RecordList label={title} items={items} row={row} />}
      </QueryList>
    </section>
  )
}

const TriggerLink = (props: Pick<LinkProps, 'to' | 'params'> & { children: string }) => (
  <Link {...props} className="hover:underline" />
)
