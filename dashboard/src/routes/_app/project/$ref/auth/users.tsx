import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { UsersPage } from '../../../../../features/auth/users/users-page.tsx'
import { UsersSearch } from '../../../../../features/auth/users/users-search.ts'

export const Route = createFileRoute('/_app/project/$ref/auth/users')({
  validateSearch: UsersSearch,
  component: UsersRoute,
})

function UsersRoute() {
  const { ref } = Route.useParams()
  const search = Route.useSearch()
  const navigate = useNavigate()
  return (
    <UsersPage
      key={ref}
      projectRef={ref}
      search={search}
      onSearch={(next, { replace = false } = {}) =>
        void navigate({ to: '/project/$ref/auth/users', params: { ref }, search: next, replace })
      }
    />
  )
}
