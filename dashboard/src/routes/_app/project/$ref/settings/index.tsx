import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/project/$ref/settings/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/project/$ref/settings/general', params, replace: true })
  },
})
