import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { userCountQuery, usersQuery } from '../../../../../data/resources/services/auth/users.ts'
import { UsersPage } from '../../../../../features/auth/users/users-page.tsx'
import { listOf, UsersSearch } from '../../../../../features/auth/users/users-search.ts'

export const Route = createFileRoute('/_app/project/$ref/auth/users')({
  validateSearch: UsersSearch,
  loaderDeps: ({ search }) => listOf(UsersSearch(search)),
  loader: ({ context, deps: { filter, order }, params: { ref } }) =>
    context.readInProject(ref, ({ call, read, readPages }) => [
      read(userCountQuery(call, ref, filter, false)),
      readPages(usersQuery(call, ref, filter, order)),
    ]),
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
