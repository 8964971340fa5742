import { useReports } from '../../../data/resources/platform/content.ts'
import { useCan } from '../../../data/resources/platform/projects.ts'
import type { ListedPagesProps } from '../../../components/rooms/room.ts'

/** The custom reports in the second column, by name, after what begins one. */
export function ReportList({ projectRef, children }: ListedPagesProps) {
  const can = useCan(projectRef)
  const reports = useReports(projectRef).data?.toSorted((a, b) => a.name.localeCompare(b.name))
  const pagesWith = (visibility: 'private' | 'shared') =>
    (reports ?? [])
      .filter((report) => report.visibility === visibility)
      .map(({ id, name }) => ({ label: name, to: `/project/${projectRef}/reports/${id}` }))
  const create = { label: 'New report', to: `/project/${projectRef}/reports/new` }
  const groups = [
    {
      heading: 'Custom',
      pages: [...(can('content:write') ? [create] : []), ...pagesWith('private')],
    },
    { heading: 'Shared', pages: pagesWith('shared') },
  ]
  return children(groups.filter(({ pages }) => pages.length > 0))
}
