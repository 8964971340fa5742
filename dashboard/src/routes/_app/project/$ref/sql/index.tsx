import { createFileRoute, redirect } from '@tanstack/react-router'
import { readLastOpened } from '../../../../../data/local/history.ts'

/** Opens the query that this browser last had open, or starts a new one. */
export const Route = createFileRoute('/_app/project/$ref/sql/')({
  beforeLoad: ({ params: { ref } }) => {
    const id = readLastOpened(ref, 'sql') ?? 'new'
    throw redirect({ to: '/project/$ref/sql/$id', params: { ref, id }, replace: true })
  },
})
