import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { auditEntriesQuery } from '../../../../../data/resources/services/auth/users.ts'
import { AuditPage } from '../../../../../features/auth/audit/audit-page.tsx'
import { pickText } from '../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_app/project/$ref/auth/audit-logs')({
  validateSearch: (search: Record<string, unknown>) => pickText(search, 'action'),
  loaderDeps: ({ search }) => pickText(search, 'action'),
  loader: ({ context, deps, params: { ref } }) =>
    context.readInProject(ref, ({ call, readPages }) =>
      readPages(auditEntriesQuery(call, ref, deps)),
    ),
  component: AuditRoute,
})

function AuditRoute() {
  const { ref } = Route.useParams()
  const { action } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <AuditPage
      key={ref}
      projectRef={ref}
      action={action}
      onAction={(next) =>
        void navigate({
          to: '/project/$ref/auth/audit-logs',
          params: { ref },
          search: next === undefined ? {} : { action: next },
          replace: true,
        })
      }
    />
  )
}
