import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ProjectPage } from '../../../components/project-page.tsx'
import { AuditTable } from '../audit/audit-table.tsx'
import { AccountMetrics } from './account-metrics.tsx'
import { RequestMetrics } from './request-metrics.tsx'

/** How many entries of the audit log the page shows. */
const RECENT = 10

/** An overview of the activity of a project's accounts. */
export function OverviewPage({ projectRef }: { projectRef: string }) {
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Overview"
      product="auth"
      description="Activity of your apps’ users."
      needs={['auth:read']}
      forbidden="This page shows the activity of users."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <Topic title="Users">
          <AccountMetrics projectRef={projectRef} />
        </Topic>
        <Topic title="Requests" note="in the last 24 hours">
          <RequestMetrics projectRef={projectRef} />
        </Topic>
        <Topic
          title="Recent events"
          action={
            <Link
              to="/project/$ref/auth/audit-logs"
              params={{ ref: projectRef }}
              className="text-xs text-muted hover:text-text hover:underline"
            >
              Show the audit log
            </Link>
          }
        >
          <AuditTable projectRef={projectRef} filter={{}} limit={RECENT} />
        </Topic>
      </div>
    </ProjectPage>
  )
}

type TopicProps = { title: string; note?: string; action?: ReactNode; children: ReactNode }

function Topic({ title, note, action, children }: TopicProps) {
  return (
    <section>
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 className="font-semibold">
          {title} {note && <span className="font-normal text-muted">{note}</span>}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
