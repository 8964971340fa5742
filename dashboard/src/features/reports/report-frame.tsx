import type { ReactNode } from 'react'
import { ProjectPage } from '../../components/project-page.tsx'
import { ChartGroup } from '../../ui/chart/chart-group.tsx'
import { ReportToolbar } from './report-toolbar.tsx'
import type { ReportView } from './use-report-view.ts'

type ReportFrameProps = {
  view: ReportView
  title: string
  isRefreshing: boolean
  actions?: ReactNode
  children: ReactNode
}

/** A report: its range, and charts with one cursor. */
export function ReportFrame({ view, title, isRefreshing, actions, children }: ReportFrameProps) {
  return (
    <ProjectPage
      projectRef={view.projectRef}
      title={title}
      product="reports"
      needs={['reports:read']}
      forbidden="This page shows requests, errors and the load of the project."
      action={
        <>
          {actions}
          <ReportToolbar view={view} isRefreshing={isRefreshing} />
        </>
      }
    >
      <ChartGroup>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10">{children}</div>
      </ChartGroup>
    </ProjectPage>
  )
}
